import { SETTINGS } from '../../src/app/config.ts'
import { maxHeaderBytes } from '../../src/http/listen.ts'

/** Settings that limit the duration of a call. A stream may last longer, but has heartbeats. */
const limitsOfCalls = ['CALL_TIMEOUT_S', 'AGENT_TIMEOUT_S', 'SERVICE_TIMEOUT_S']

/** The longest call that the settings allow, in seconds: a proxy that waits as long never cuts one. */
export function longestCallS(): number {
  const settings = Object.values(SETTINGS).filter(({ name }) => limitsOfCalls.includes(name))
  return Math.max(...settings.map(({ rule }) => Number(/to (\d+)$/.exec(rule)?.[1])))
}

const port = (name: 'PORT' | 'GATEWAY_PORT') => {
  const setting = Object.values(SETTINGS).find((each) => each.name === name)
  return setting?.example
}

/** The configuration of nginx in docs/guides/self-hosting.md. */
export function nginxSample(): string {
  const seconds = longestCallS()
  return `map $http_upgrade $connection_upgrade {
  default upgrade;
  '' '';
}

ssl_certificate /etc/letsencrypt/live/onedoor.example.org/fullchain.pem;
ssl_certificate_key /etc/letsencrypt/live/onedoor.example.org/privkey.pem;
client_max_body_size 0;
large_client_header_buffers 4 ${maxHeaderBytes / 1024}k;

server {
  listen 443 ssl;
  server_name onedoor.example.org gateway.onedoor.example.org;
  proxy_http_version 1.1;
  proxy_set_header Host $host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $connection_upgrade;
  proxy_read_timeout ${seconds}s;
  proxy_send_timeout ${seconds}s;

  location / {
    proxy_pass http://127.0.0.1:${port('PORT')};
  }
  location = /metrics {
    deny all;
  }
}

server {
  listen 443 ssl;
  http2 on;
  server_name grpc.onedoor.example.org;
  grpc_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  grpc_read_timeout ${seconds}s;
  grpc_send_timeout ${seconds}s;

  location / {
    grpc_pass grpc://127.0.0.1:${port('GATEWAY_PORT')};
  }
}
`
}

/** The same for Caddy, which upgrades connections and sets X-Forwarded-For on its own. */
export function caddySample(): string {
  return `onedoor.example.org, gateway.onedoor.example.org {
  respond /metrics 403
  reverse_proxy 127.0.0.1:${port('PORT')} {
    transport http {
      response_header_timeout ${longestCallS()}s
    }
  }
}

grpc.onedoor.example.org {
  reverse_proxy h2c://127.0.0.1:${port('GATEWAY_PORT')} {
    transport http {
      response_header_timeout ${longestCallS()}s
    }
  }
}
`
}
