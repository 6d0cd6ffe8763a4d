import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { runNginx } from "../../support/nginx.ts";
import { findFreePort, listenLocally } from "../../support/processes.ts";

const SECRET = "Bearer of-the-purge";

export interface Cdn {
  url: string;
  lastUrl: string;
  close(): Promise<void>;
}

/**
 * The endpoint at which the shops purge the CDN. It is opened before the shops, because they need its `settings` to
 * start.
 */
export interface PurgeHook {
  folder: string;
  settings: Record<string, string>;
  countPurges(): number;
  close(): void;
}

/** Opens an endpoint that deletes all cached pages when a purge request has the right secret and tag. */
export async function openPurgeHook(): Promise<PurgeHook> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-cdn-"));
  let purges = 0;
  const server = createServer((request, response) => {
    void request.toArray().then((parts) => {
      const body = Buffer.concat(parts as Buffer[]).toString();
      const isRight = request.headers.authorization === SECRET && body === '{"tags":["catalogue"]}';
      if (isRight) purges++;
      for (const page of isRight ? globSync(path.join(folder, "{pages,last}/*")) : [])
        rmSync(page, { force: true });
      response.writeHead(isRight ? 200 : 403).end();
    });
  });
  const port = await listenLocally(server);
  return {
    folder,
    settings: {
      CDN_PURGE_URL: `http://127.0.0.1:${port}/purge`,
      CDN_PURGE_HEADER: `Authorization: ${SECRET}`,
    },
    countPurges: () => purges,
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function openCdn(
  program: string,
  { folder }: PurgeHook,
  shops: readonly string[],
): Promise<Cdn> {
  const [port, lastPort] = [await findFreePort(), await findFreePort()];
  writeFileSync(path.join(folder, "nginx.conf"), writeConfiguration(folder, [port, lastPort], shops));
  return {
    url: `http://127.0.0.1:${port}`,
    lastUrl: `http://127.0.0.1:${lastPort}`,
    close: await runNginx(program, folder, port),
  };
}

const writeConfiguration = (folder: string, [port, lastPort]: number[], shops: readonly string[]): string => `
daemon off; master_process on; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  proxy_cache_path ${folder}/pages keys_zone=pages:1m use_temp_path=off;
  proxy_cache_path ${folder}/last keys_zone=last:1m use_temp_path=off;
  upstream shops { ${shops.slice(0, -1).map(toServer).join(" ")} }
  upstream last_shop { ${shops.slice(-1).map(toServer).join(" ")} }
  proxy_set_header Host $http_host;
  proxy_cache_background_update on; proxy_cache_lock on;
  add_header x-cache $upstream_cache_status always;
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://shops; proxy_cache pages; } }
  server { listen 127.0.0.1:${lastPort}; location / { proxy_pass http://last_shop; proxy_cache last; } }
}
`;

const toServer = (url: string): string => `server ${new URL(url).host};`;
