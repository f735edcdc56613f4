# How test/image/run builds and starts the image on a Debian without a container engine. Sourced by it.
# shellcheck shell=bash disable=SC2034,SC2154
way='built by buildah and run in namespaces: there is no container engine here, so the compose files were only read'
home=${KEYLINK_IMAGE_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/keylink-image}
base=$(sed -n 's/^FROM \([^ @]*\)@[^ ]*$/\1/p' Dockerfile)
suite=$(grep -oE 'bookworm|trixie|forky' <<<"$base")
node_version=$(sed -E 's/.*:([0-9.]+)-.*/\1/' <<<"$base")
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | sed -nE 's/^URIs: *//p; s/^deb (\[[^]]*\] )?([^ ]*).*/\2/p' | grep -m1 '/debian/\?$' || true)
root='' containers=() launcher='' process='' driver=vfs
# As Debian calls them. Node's packages and what the kernel tells of a program have other names.
native=$(dpkg --print-architecture)
declare -A node_name=([amd64]=x64 [arm64]=arm64) machine=([amd64]=3e [arm64]=b7)
settings=()
# Of the three instances behind a balancer.
processes=() launchers=() caddy=''

# Whether layers can lie on each other here, as they can't within most containers. Otherwise each one is copied whole.
has_overlays() {
  local at has=0
  at=$(mktemp -d -p "$home")
  mkdir "$at/lower" "$at/upper" "$at/work" "$at/both"
  mount -t overlay overlay -o "lowerdir=$at/lower,upperdir=$at/upper,workdir=$at/work" "$at/both" 2>/dev/null || has=1
  [ "$has" = 1 ] || umount "$at/both"
  rm -rf "$at"
  return "$has"
}
bah() { buildah --root "$home/$driver" --runroot "$work/run" --storage-driver "$driver" "$@"; }
# quietly COMMAND...: shows its output only when it fails
quietly() { "$@" >"$work/log" 2>&1 </dev/null || { cat "$work/log" >&2; die "$1 failed"; }; }

prepare() {
  if [ "$(id -u)" != 0 ] || [ -z "$mirror" ]; then die 'without a container engine this needs Debian, and root'; fi
  mkdir -p "$home"
  if has_overlays; then driver=overlay; fi
  local missing=() package
  for package in buildah debootstrap; do command -v "$package" >/dev/null || missing+=("$package"); done
  if [ "${#missing[@]}" -gt 0 ]; then
    say "Installing ${missing[*]}"
    quietly apt-get -qq update
    DEBIAN_FRONTEND=noninteractive quietly apt-get -qq -y --no-install-recommends install "${missing[@]}"
  fi
  make_base "$native" "$base"
}

# make_base ARCHITECTURE NAME: what the published image has as well, Debian, Node and npm; npm reaches what this machine's own reaches.
make_base() {
  local new=$work/base-$1 etc=$work/base-$1/usr/local/etc ca from
  if bah inspect --type image "$2" >/dev/null 2>&1; then return; fi
  say "Making $2 of Debian's and npm's packages"
  quietly debootstrap --variant=minbase "$suite" "$new" "$mirror"
  (cd "$work" && quietly npm pack "node-linux-${node_name[$1]}@$node_version" && tar -xzf "node-linux-${node_name[$1]}"-*.tgz)
  install -m 755 "$work/package/bin/node" "$new/usr/local/bin/node"
  mkdir -p "$new/usr/local/lib/node_modules" "$etc"
  cp -r "$(npm root -g)/npm" "$new/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$new/usr/local/bin/npm"
  echo "registry=$(npm config get registry)" >"$etc/npmrc"
  ca=$(npm config get cafile)
  if [ -f "$ca" ]; then
    cp "$ca" "$etc/npm-ca.crt"
    echo 'cafile=/usr/local/etc/npm-ca.crt' >>"$etc/npmrc"
  fi
  chroot "$new" useradd --uid 1000 --create-home node
  from=$(bah from scratch)
  bah add -q "$from" "$new" / >/dev/null
  bah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$from"
  quietly bah commit --format docker --rm "$from" "$2"
  rm -rf "$new"
}

build_image() {
  local cache
  cache=$(npm config get cache)
  mkdir -p "$cache"
  # The base has no digest that could be asked for.
  sed 's/@sha256:[0-9a-f]*//' Dockerfile >"$work/Dockerfile"
  build "$work/Dockerfile" "$image-build" --target build
  build_for "$native" "$base" "$image"
  mkdir "$work/data"
  chmod 700 "$work/data"
  chown "$(image_user)" "$work/data"
}

# build DOCKERFILE TAG OPTION...
build() { quietly bah bud --isolation chroot --format docker --pull-never --layers=false -v "$cache:/root/.npm" -f "$1" -t "$2" "${@:3}" .; }

# build_for ARCHITECTURE BASE TAG: what comes after the stage that is the same for all, as BuildKit does that once. Mounts it as $root.
build_for() {
  sed -e "/^FROM .* AS build$/,/^FROM build /c FROM $image-build AS image" -e "s#^FROM $base\$#FROM $2#" -e "s#--from=build #--from=$image-build #" "$work/Dockerfile" >"$work/Dockerfile-$1"
  grep -q "^FROM $2\$" "$work/Dockerfile-$1" || die 'the Dockerfile has no stages that are understood here'
  build "$work/Dockerfile-$1" "$3" --platform "linux/$1"
  containers+=("$(bah from --pull-never "$3")")
  root=$(bah mount "${containers[-1]}")
  same "the processors that what runs in the image for $1 is for" "${machine[$1]}" \
    "$(find "$root/app" "$root/usr/local/bin/node" -type f \( -name '*.node' -o -name node \) -exec od -An -tx1 -j18 -N1 {} \; | sort -u | xargs)"
}

# of_image FIELD...: a field of the image's configuration, a line each where it is a list
of_image() {
  bah inspect --type image "$image" |
    node -e 'const { Docker } = JSON.parse(require("fs").readFileSync(0)); console.log([Docker.config[process.argv[1]]].flat().join("\n"))' "$1"
}
image_user() { of_image User; }

# The image's command as the first process of its own namespaces, as its user, without rights, on a root that only reads.
start() {
  local command user
  mapfile -t settings < <(of_image Env)
  settings+=("$@")
  mapfile -t command < <(of_image Cmd)
  user=$(image_user)
  # shellcheck disable=SC2016
  unshare --mount --pid --ipc --uts --fork bash -ec '
    root=$1 data=$2 user=$3 folder=$4
    shift 4
    mount --make-rprivate /
    mount --bind "$root" "$root"
    mount -o remount,bind,ro "$root"
    mount -t proc proc "$root/proc"
    mount -t tmpfs tmpfs "$root/tmp"
    mount --bind "$data" "$root/data"
    mount --rbind /dev "$root/dev"
    exec chroot "$root" setpriv --reuid "${user%:*}" --regid "${user#*:}" --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all \
      env -i "$@"' start "$root" "$work/data" "$user" "$(of_image WorkingDir)" \
    --chdir="$(of_image WorkingDir)" "${settings[@]}" "${command[@]}" >"$work/output" 2>&1 </dev/null &
  launcher=$!
  local _
  for _ in $(seq 100); do
    process=$(pgrep -P "$launcher" || true)
    if [ -n "$process" ] && grep -qs '^Uid:[[:space:]]*1000' "/proc/$process/status"; then return; fi
    sleep 0.05
  done
  die "the image does not start: $(output)"
}
inside() {
  nsenter -t "$process" --mount --pid --root setpriv --reuid 1000 --regid 1000 --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all \
    env -i --chdir=/app "${settings[@]}" "$@"
}
probe() {
  local command
  mapfile -t command < <(bah inspect --type image "$image" | node -e '
    const { Docker } = JSON.parse(require("fs").readFileSync(0)); console.log(Docker.config.Healthcheck.Test.slice(1).join("\n"))')
  inside "${command[@]}"
}
is_running() { kill -0 "$launcher" 2>/dev/null; }
output() { cat "$work/output"; }
stop() {
  exit_code=0
  kill -TERM "$process"
  wait "$launcher" || exit_code=$?
}
discard() {
  kill -KILL "$process" "${processes[@]}" $caddy 2>/dev/null
  [ -z "${balanced:-}" ] || on_mysql "DROP DATABASE IF EXISTS $balanced"
  [ "${#containers[@]}" = 0 ] || bah rm "${containers[@]}" >/dev/null
  bah rmi "$image" "$image-build" >/dev/null 2>&1
}

# unpack PACKAGE: one of Debian's, into $work/apt/root; nothing is installed.
unpack() {
  local apt=$work/apt options
  mkdir -p "$apt"/{lists/partial,cache/archives/partial}
  : >"$apt/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$apt/sources.list"
  options=(-o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State="$apt" -o Dir::State::lists="$apt/lists"
    -o Dir::State::status="$apt/status" -o Dir::Cache="$apt/cache" -o APT::Sandbox::User=root -o Acquire::Languages=none)
  quietly apt-get "${options[@]}" -qq update
  (cd "$apt" && quietly apt-get "${options[@]}" -qq download "$1" && dpkg-deb -x "$1"_*.deb root)
}

check_compose() {
  local password='p@ss/w:rd% 50' compose=(docker compose)
  if ! "${compose[@]}" version >/dev/null 2>&1; then
    compose=("$home/docker-compose")
    if [ ! -x "${compose[0]}" ]; then
      unpack docker-compose
      install -m 755 "$work/apt/root/usr/libexec/docker/cli-plugins/docker-compose" "$home/docker-compose"
    fi
  fi
  say 'Reading docker-compose.yml'
  MYSQL_PASSWORD=$password "${compose[@]}" config --format json >"$work/compose.json"
  same 'the password that keylink gets' "$password" \
    "$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1])).services.keylink.environment.DATABASE_PASSWORD' "$work/compose.json")"
  "${compose[@]}" -f docker-compose.yml -f docs/balancer/compose.yml config --format json >"$work/compose.json"
  same 'what has a port, and the instances, behind the balancer' 'caddy keylink,keylink-2,keylink-3 same' \
    "$(node -p 'const { services } = JSON.parse(require("fs").readFileSync(process.argv[1]));
      const instances = Object.keys(services).filter((name) => name.startsWith("keylink"));
      const settings = new Set(instances.map((name) => JSON.stringify(services[name].environment)));
      [Object.keys(services).filter((name) => services[name].ports), instances, settings.size === 1 ? "same" : "different"].join(" ")' "$work/compose.json")"
}

# on_mysql STATEMENT: on the server that TEST_MYSQL_URL names
on_mysql() {
  node -e 'require("mysql2/promise").createConnection(process.env.TEST_MYSQL_URL).then((it) => it.query(process.argv[1]).then(() => it.end()))
    .catch(({ message }) => { console.error(message); process.exit(1); })' "$1"
}

start_instance() {
  start DATABASE_URL="$(node -p 'Object.assign(new URL(process.env.TEST_MYSQL_URL), { pathname: process.argv[1] }).href' "$balanced")" \
    BOOTSTRAP_API_KEY="$balancer_key" HOST=127.0.0.1 PORT="1833$1" TRUST_PROXY=127.0.0.1 DRAIN_DELAY_MS=4000
  processes[$1]=$process launchers[$1]=$launcher
  until_ready
}

restart_each() {
  local each
  for each in 1 2 3; do
    process=${processes[each]} launcher=${launchers[each]}
    stop
    same "the exit code of instance $each" 0 "$exit_code"
    start_instance "$each"
  done
}

# Three instances of the image on a MySQL, behind Debian's Caddy with the Caddyfile of docs/balancer.
check_balancer() {
  local each id
  if [ -z "${TEST_MYSQL_URL:-}" ]; then TEST_MYSQL_URL=$(test/support/mysql-server start | tail -n 1); fi
  export TEST_MYSQL_URL
  balanced=keylink_image_$$
  on_mysql "CREATE DATABASE $balanced"
  if ! command -v caddy >/dev/null && [ ! -x "$home/caddy" ]; then
    unpack caddy
    install -m 755 "$work/apt/root/usr/bin/caddy" "$home/caddy"
  fi
  say 'Starting three instances behind Caddy'
  for each in 1 2 3; do start_instance "$each"; done
  HOME=$work ADDRESS=http://127.0.0.1:18330 INSTANCES='127.0.0.1:18331 127.0.0.1:18332 127.0.0.1:18333' \
    "$(command -v caddy || echo "$home/caddy")" run --config docs/balancer/Caddyfile --adapter caddyfile >"$work/caddy" 2>&1 </dev/null &
  caddy=$!
  check_behind_balancer
  id=$(ask_balancer /api/keys -d '{"uid": "u", "pid": 1, "locked": true}' | sed 's/^{"id":\([0-9]*\).*/\1/')
  ask_balancer "/api/check/$id" -X POST --interface 127.0.0.2 -H 'x-forwarded-for: 203.0.113.9' >/dev/null
  same 'the address that a node lock pins to behind the balancer' 127.0.0.2 "$(ask_balancer "/api/keys/$id" | sed 's/.*"ip":"\([^"]*\)".*/\1/')"
  for each in 1 2 3; do
    process=${processes[each]} launcher=${launchers[each]}
    stop
  done
  kill "$caddy"
  wait "$caddy" || true
  processes=() caddy=''
}
