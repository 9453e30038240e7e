import { FieldProblem, flag, type Config, type Field } from '@bunting/config';
import type { TargetRules } from './delivery/check-target.ts';
import { mayBeLocal, parseNetwork, type Network } from './delivery/own-networks.ts';

/** The variables of services that check webhook targets or send to them. */
export const webhookFields = {
  WEBHOOK_ALLOWED_NETWORKS: networks('your private networks that webhooks may be sent to over https'),
  WEBHOOK_ALLOWED_HTTP_NETWORKS: networks(
    'your private networks that webhooks may be sent to over http or https',
  ),
  WEBHOOK_ALLOW_INSECURE_TARGETS: flag({
    default: false,
    description: 'allow webhooks to http and private addresses, for local development and tests only',
  }),
};

const maxNetworks = 100;

/** Networks with commas between. Every mistake is listed. */
function networks(description: string): Field<readonly Network[]> {
  return {
    description,
    defaultText: 'none',
    parse(raw) {
      if (raw === 'none') return [];
      const listed = raw.split(',').map((each) => each.trim());
      if (listed.length > maxNetworks) throw new FieldProblem(`can have at most ${maxNetworks} networks`);
      const parsed = listed.map((each) => (each === '' ? 'an empty entry' : parseNetwork(each)));
      const mistakes = parsed.filter((each) => typeof each === 'string');
      if (mistakes.length > 0) throw new FieldProblem(`has ${mistakes.join('; and ')}`);
      return parsed as readonly Network[];
    },
  };
}

/** Returns what the configuration allows beside https to public addresses, and whether names of the operator's networks are looked up. */
export function readTargetRules(
  config: Config<typeof webhookFields>,
): TargetRules & { readonly withLocalNames: boolean } {
  const allowInsecure = config.WEBHOOK_ALLOW_INSECURE_TARGETS;
  const networks = { https: config.WEBHOOK_ALLOWED_NETWORKS, http: config.WEBHOOK_ALLOWED_HTTP_NETWORKS };
  return { allowInsecure, networks, withLocalNames: allowInsecure || mayBeLocal(networks) };
}
