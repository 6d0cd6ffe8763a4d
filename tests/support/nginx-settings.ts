/**
 * A process that does not take connections is left out for a second, and the request goes to the next one; one that
 * it has begun to answer only where asking twice does no harm.
 */
export const writeNginxSettings = (folder: string, port: number, ports: readonly number[]) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 4096; }
http {
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxied;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  log_format told '$msec $request_time $status $request_method $uri|$upstream_addr|$upstream_status';
  access_log ${folder}/access.log told;
  map $http_upgrade $connection_upgrade { default upgrade; "" close; }
  upstream shop {
${ports.map((each) => `    server 127.0.0.1:${each} max_fails=3 fail_timeout=1s;`).join("\n")}
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    client_max_body_size 12m;
    location / {
      proxy_pass http://shop;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_connect_timeout 2s;
      proxy_read_timeout 75s;
      proxy_next_upstream error timeout;
      proxy_next_upstream_tries ${ports.length};
    }
    error_page 502 504 =503 @away;
    location @away {
      internal;
      default_type application/json;
      add_header Retry-After 2 always;
      return 503 '{"success":false,"message":"The shop is busy. Please try again in a moment.","code":"unavailable"}';
    }
  }
}
`;
