/** Prefix of every BullMQ key: one hash tag, so that the queues' scripts run on Redis Cluster. */
export const queuePrefix = '{webhooks}';

/** First attempts and retries wait in queues of their own: a crowd of retries holds up nothing that is fresh. */
export const queueNames = { fresh: 'deliveries', retries: 'retries' } as const;

/** Redis channel on which the one door for changes tells the dispatchers of new deliveries; see `announceDeliveries`. */
export const dueChannel = '{webhooks}:due';

/** Redis channel on which settings tells the dispatchers of test events; see `askForTest`. */
export const testChannel = '{webhooks}:tests';
