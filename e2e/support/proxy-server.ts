import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export type ProxyServer = {
  readonly url: string;
  /** What it was asked for: `CONNECT host:port`, or a method and an absolute address. Grows. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
};

type ProxyOptions = {
  /** The port of this machine that every tunnel leads to, whatever host was asked for. Absent: none is opened. */
  readonly leadsTo?: number;
};

/** A proxy on loopback that writes down what it is asked for. */
export async function startProxy({ leadsTo }: ProxyOptions = {}): Promise<ProxyServer> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(502).end('This proxy only opens tunnels');
  });
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    asked.push(`CONNECT ${request.url ?? ''}`);
    sockets.add(client);
    client.on('error', () => client.destroy());
    if (leadsTo === undefined) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const target = connect(leadsTo, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(client);
      client.pipe(target);
    });
    sockets.add(target);
    target.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
        server.closeAllConnections();
      }),
  };
}
