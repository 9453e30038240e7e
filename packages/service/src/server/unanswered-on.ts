import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Returns the answer that a connection waits for. Node.js has no public interface for it. The field is set where a response gets its
 * socket (`assignSocket` in lib/_http_server.js of Node.js 20.19), and the package http-terminator reads it for the same purpose. A list
 * of our own would cost every request.
 */
export function unansweredOn(socket: Socket): ServerResponse | undefined {
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
}
