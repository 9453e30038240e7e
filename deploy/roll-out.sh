#!/bin/sh
# Updates the running services to the present docker-compose.yml, .env and images without a failed request: migrates; then, for
# one service after another, starts as many new replicas beside the old ones, and stops the old ones when the proxy uses the new
# ones. It needs the memory of twice the replicas of a service.
set -eu
cd "$(dirname "$0")/.."

replicas_in_use() {
  docker compose exec -T proxy wget -q -O - 'http://127.0.0.1:8404/metrics?scope=server' |
    grep -c "^haproxy_server_status{proxy=\"$1\",.*state=\"UP\"} 1" || true
}

# Removes the new replicas of a service again.
give_up() {
  for new in $(docker compose ps --all --quiet "$service" | grep -vxF "$old"); do
    docker logs --tail 20 "$new"
    docker rm --force "$new"
  done
  echo "$1 The old ones go on, and what was replaced before stays." >&2
  exit 1
}

docker compose run --rm migrate
for service in eval-api ingest-api coderefs-api settings-api sync-api console webhook-dispatcher; do
  old=$(docker compose ps --quiet "$service")
  [ -n "$old" ] || continue
  both=$(($(echo "$old" | wc -l) * 2))
  docker compose up --detach --wait --no-deps --no-recreate --scale "$service=$both" "$service" ||
    give_up "Not every replica of $service is well: see above."
  # The dispatcher gets no requests.
  if [ "$service" != webhook-dispatcher ]; then
    seconds_left=${ROLL_OUT_PATIENCE_SECONDS:-60}
    while [ "$(replicas_in_use "$service")" -lt "$both" ]; do
      [ "$seconds_left" -gt 0 ] ||
        give_up "The proxy does not use all $both replicas of $service, old and new; it has places for 20 (deploy/haproxy.cfg)."
      seconds_left=$((seconds_left - 1))
      sleep 1
    done
  fi
  docker stop $old
  docker rm $old
done
docker compose up --detach --wait
docker compose kill --signal SIGUSR2 proxy # reads its file again
