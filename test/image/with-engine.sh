# How test/image/run builds and starts the image where there is a container engine. Sourced by it.
# shellcheck shell=bash disable=SC2034,SC2154
way="in containers of $engine"
container='' volume=$image-$$
compose=()
for each in "$engine compose" docker-compose; do
  read -ra compose <<<"$each"
  if "${compose[@]}" version >/dev/null 2>&1; then break; fi
  compose=()
done

prepare() { "$engine" volume create "$volume" >/dev/null; }
build_image() { "$engine" build -q -t "$image" . >/dev/null; }
image_user() { "$engine" image inspect -f '{{.Config.User}}' "$image"; }
start() {
  local setting settings=()
  for setting in "$@"; do settings+=(-e "$setting"); done
  container=$("$engine" run -d --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges -v "$volume:/data" "${settings[@]}" "$image")
}
inside() { "$engine" exec "$container" "$@"; }
probe() { inside keylink-health 2>/dev/null; }
is_running() { [ "$("$engine" inspect -f '{{.State.Running}}' "$container")" = true ]; }
output() { "$engine" logs "$container" 2>&1; }
stop() {
  "$engine" stop -t 20 "$container" >/dev/null
  exit_code=$("$engine" inspect -f '{{.State.ExitCode}}' "$container")
  "$engine" rm "$container" >/dev/null
}
stack() { MYSQL_PASSWORD='p@ss/w:rd% 50' PORT=18329 "${compose[@]}" -p "$volume" "$@"; }
balanced() {
  PORT=18330 SUBNET=172.30.34.0/24 BOOTSTRAP_API_KEY=$balancer_key "${compose[@]}" -p "$volume" -f docker-compose.yml -f docs/balancer/compose.yml "$@"
}
discard() {
  "$engine" rm -f "$container" >/dev/null 2>&1
  "$engine" volume rm -f "$volume" >/dev/null 2>&1
  [ "${#compose[@]}" = 0 ] || stack down -v --rmi local >/dev/null 2>&1
}

check_compose() {
  local before
  if [ "${#compose[@]}" = 0 ]; then die "$engine has no compose: install its plugin"; fi
  say 'Starting the compose stack'
  before=$("$engine" volume ls -q | grep -vc "^$volume" || true)
  # Under the name that compose would give it.
  "$engine" tag "$image" "docker.io/library/$volume-keylink"
  stack up --no-build --wait --wait-timeout 300 || die "the compose stack does not start: $(stack logs --tail 20 2>&1)"
  stack exec -T keylink keylink doctor || die 'keylink doctor finds something wrong in the compose stack'
  stack down
  same 'the number of volumes besides the named ones' "$before" "$("$engine" volume ls -q | grep -vc "^$volume" || true)"
}

restart_each() {
  local each
  for each in keylink keylink-2 keylink-3; do
    balanced stop "$each" >/dev/null 2>&1
    balanced up --no-build --no-deps --wait "$each" >/dev/null 2>&1 || die "$each does not start again: $(balanced logs --tail 20 "$each" 2>&1)"
  done
}

check_balancer() {
  local each
  say 'Starting three instances behind Caddy'
  stack down -v >/dev/null 2>&1
  for each in keylink keylink-2 keylink-3; do "$engine" tag "$image" "docker.io/library/$volume-$each"; done
  balanced up --no-build --wait --wait-timeout 300 || die "the balanced stack does not start: $(balanced logs --tail 20 2>&1)"
  check_behind_balancer
  balanced down -v --rmi local >/dev/null 2>&1
}
