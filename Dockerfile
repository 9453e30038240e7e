# One target for each service, `migrate`, which also applies bootstrap documents, and `bunting`, which contains everything:
#   docker build --target eval-api -t bunting/eval-api .
# `npm run images` builds them all, with buildah or docker, and tries them. docker-bake.hcl builds those of a release.
ARG NODE_IMAGE=docker.io/library/node:26-bookworm-slim
ARG BASE_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
# Node.js without symbols, which is a fifth smaller, and libraries that it needs and Debian's slim image may lack.
RUN command -v strip > /dev/null || (apt-get update && apt-get install --yes --no-install-recommends binutils)
RUN mkdir -p /runtime/usr/local/bin \
  && strip --strip-unneeded -o /runtime/usr/local/bin/node "$(command -v node)" \
  && for library in $(ldd "$(command -v node)" | sed -n 's/.*=> \(.*lib\(atomic\|gcc_s\|stdc++\)\.so[^ ]*\) .*/\1/p'); do \
    directory=$(realpath "$(dirname "$library")") \
    && mkdir -p "/runtime$directory" \
    && cp "$(realpath "$library")" "/runtime$directory/$(basename "$library")"; \
  done \
  && /runtime/usr/local/bin/node --version
WORKDIR /bunting
COPY . .
# The cache of npm and pnpm: discarded, unless the builder mounts a folder.
ARG HOME=/tmp/home
ARG pnpm_config_store_dir=/tmp/home/store
# One step, so that no layer has the files that only the build needs. It links the libraries of PostgreSQL, whose archive can't contain links.
RUN node local/install.mjs build services/* packages/bootstrap local \
  && node tools/keep-production.mjs /kept eval-api ingest-api coderefs-api settings-api sync-api webhook-dispatcher console bootstrap bunting \
  && node --eval "import('/kept/bunting/packages/embedded-servers/dist/postgres/embedded-programs.js').then((postgres) => postgres.findPrograms())" \
  && rm -rf node_modules /tmp/home

# Redis, with libraries that Debian's slim image lacks, and a name for the user, which PostgreSQL asks for.
FROM ${NODE_IMAGE} AS stores
RUN command -v redis-server > /dev/null || (apt-get update && apt-get install --yes --no-install-recommends redis-server)
RUN mkdir -p /stores/usr/bin /stores/etc /stores/data \
  && cp "$(realpath "$(command -v redis-server)")" /stores/usr/bin/redis-server \
  && for library in $(ldd /stores/usr/bin/redis-server | sed -n 's/.*=> \(.*lib\(atomic\|crypto\|jemalloc\|lua\|lzf\|ssl\)[^ ]*\) .*/\1/p'); do \
    directory=$(realpath "$(dirname "$library")") \
    && mkdir -p "/stores$directory" \
    && cp "$(realpath "$library")" "/stores$directory/$(basename "$library")"; \
  done \
  && cp /etc/passwd /stores/etc/passwd \
  && (grep -q ':x:1000:' /etc/passwd || echo 'bunting:x:1000:1000::/data:/usr/sbin/nologin' >> /stores/etc/passwd) \
  && chown 1000:1000 /stores/data

# Only Debian and Node.js: no npm, no build tools.
FROM ${BASE_IMAGE} AS runtime
COPY --from=build /runtime /
ARG VERSION=0.0.0
ARG REVISION=
ARG SOURCE=
LABEL org.opencontainers.image.title="Bunting" \
  org.opencontainers.image.description="Self-hosted feature flags." \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.source="$SOURCE"
WORKDIR /bunting
ENV NODE_ENV=production
# All addresses of the container, because requests come from other machines.
ENV HOST=::
USER 1000:1000
# Node.js is process 1: it receives SIGTERM itself, and starts no children that would have to be reaped.
ENTRYPOINT ["node"]
# Uses a shell, which starts far faster than another Node.js.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["bash", "-c", "exec 3<> /dev/tcp/127.0.0.1/$PORT && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && grep -q '^HTTP/1.1 200' <&3"]

FROM runtime AS eval-api
COPY --from=build /kept/eval-api /bunting
ENV PORT=8081
EXPOSE 8081
# Its memory is its heap, which has the datafiles. By default V8 would use only half of the container's memory.
CMD ["--max-old-space-size-percentage=70", "services/eval-api/dist/service.js"]

FROM runtime AS ingest-api
COPY --from=build /kept/ingest-api /bunting
ENV PORT=8082
EXPOSE 8082
CMD ["services/ingest-api/dist/service.js"]

FROM runtime AS coderefs-api
COPY --from=build /kept/coderefs-api /bunting
ENV PORT=8083
EXPOSE 8083
CMD ["services/coderefs-api/dist/service.js"]

FROM runtime AS settings-api
COPY --from=build /kept/settings-api /bunting
ENV PORT=8084
EXPOSE 8084
CMD ["services/settings-api/dist/service.js"]

FROM runtime AS sync-api
COPY --from=build /kept/sync-api /bunting
ENV PORT=8087
EXPOSE 8087
CMD ["services/sync-api/dist/service.js"]

FROM runtime AS webhook-dispatcher
COPY --from=build /kept/webhook-dispatcher /bunting
ENV PORT=8085
EXPOSE 8085
CMD ["services/webhook-dispatcher/dist/service.js"]

FROM runtime AS console
COPY --from=build /kept/console /bunting
ENV PORT=8086
EXPOSE 8086
CMD ["services/console/dist/service.js"]

# Migrates; with `--wait` it waits until another process has. Another entry point applies a document:
#   docker run --entrypoint node … bunting/migrate packages/bootstrap/dist/bootstrap-command.js document.yaml
FROM runtime AS migrate
COPY --from=build /kept/bootstrap /bunting
HEALTHCHECK NONE
ENTRYPOINT ["node", "packages/database/dist/migrate-command.js"]

# Everything in one container, with PostgreSQL and Redis, as `npm start`: docker run -p 8080:8080 -v bunting:/data bunting/bunting
FROM runtime AS bunting
COPY --from=stores /stores /
COPY --from=build /kept/bunting /bunting
ENV DATA_DIR=/data
ENV HOME=/data
ENV PORT=8080
EXPOSE 8080
VOLUME /data
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["bash", "-c", "exec 3<> /dev/tcp/127.0.0.1/$PORT && printf 'GET /health HTTP/1.0\\r\\n\\r\\n' >&3 && grep -q '^HTTP/1.1 200' <&3"]
# PostgreSQL and Redis are its children, which it ends before itself.
CMD ["local/bunting.mjs"]
