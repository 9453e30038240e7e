import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findFreePort } from '../../packages/embedded-servers/dist/free-port.js';
import { openGateway } from '../../local/dist/gateway/gateway.js';
import { services } from '../../local/dist/services.js';
import { root } from '../../local/prepare.mjs';
import { Failure } from '../../local/progress.mjs';

/** Runs the vectors of the contract against an address that has loaded contract/fixture.yaml. Throws a Failure if any fails. */
export async function runContract(address) {
  const child = spawn(process.execPath, [join(root, 'contract/dist/main.js'), address]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw Object.assign(new Failure(`${address} does not keep the contract.`), { output });
  process.stdout.write(`${/(\d+) passed/.exec(output)[1]} vectors, `);
}

/** Runs them against services, whose ports `ports` has by name, as behind one address. */
export async function runContractOverServices(ports) {
  const routes = services.flatMap(({ name, paths }) =>
    paths.map((path) => ({ ...path, port: ports.get(name) })),
  );
  const port = await findFreePort();
  const gateway = await openGateway(port, routes);
  try {
    await runContract(`http://127.0.0.1:${port}`);
  } finally {
    await gateway.stop();
  }
}
