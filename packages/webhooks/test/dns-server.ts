import { createSocket, type RemoteInfo } from 'node:dgram';
import { decode, encode } from 'dns-packet';

export interface DnsServer {
  /** As `dns.setServers` takes it. */
  readonly address: string;
  /** `A name` and the like, in the order in which they were asked. */
  readonly questions: string[];
  stop(): Promise<void>;
}

type Addresses = readonly string[] | { readonly alias: string } | undefined;

/**
 * Starts a DNS server on loopback. `answer` returns the addresses of a name, again for each question; `undefined` = no answer
 * at all; an alias has no address.
 */
export async function startDnsServer(
  answer: (name: string, type: string) => Addresses | Promise<Addresses>,
): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  socket.on('message', (message, sender) => void reply(message, sender));

  async function reply(message: Buffer, { port, address }: RemoteInfo): Promise<void> {
    const query = decode(message);
    const { name, type } = query.questions![0]!;
    questions.push(`${type} ${name}`);
    const addresses = await answer(name, type);
    if (addresses === undefined) return;
    const answers =
      'alias' in addresses
        ? [{ type: 'CNAME' as const, name, ttl: 0, data: addresses.alias }]
        : addresses.map((data) => ({ type: type as 'A', name, ttl: 0, data }));
    const flags = answers.length > 0 ? 0x0180 : 0x0183; // recursion desired and available; NXDOMAIN
    const response = {
      type: 'response' as const,
      id: query.id ?? 0,
      flags,
      questions: query.questions!,
      answers,
    };
    socket.send(encode(response), port, address);
  }
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
