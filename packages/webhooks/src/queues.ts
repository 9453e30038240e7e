/** Prefix of every BullMQ key: one hash tag, so that the queues' scripts run on Redis Cluster. */
export const queuePrefix = '{webhooks}';

/** First attempts and retries have separate queues, so that many retries do not delay first attempts. */
export const queueNames = { fresh: 'deliveries', retries: 'retries' } as const;

/** Redis channel on which `announceDeliveries` publishes new deliveries to the dispatchers. */
export const dueChannel = '{webhooks}:due';

/** Redis channel on which `askForTest` publishes requests to the dispatchers. */
export const testChannel = '{webhooks}:tests';
