# How test/image/run builds and starts the image on a Debian without a container engine. Sourced by it.
# shellcheck shell=bash disable=SC2034,SC2154
way='built by buildah and run in namespaces: there is no container engine here, so the compose file was only read'
home=${KEYLINK_IMAGE_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/keylink-image}
base=$(sed -n 's/^FROM \([^ @]*\)@.*/\1/p' Dockerfile)
suite=$(grep -oE 'bookworm|trixie|forky' <<<"$base")
node_version=$(sed -E 's/.*:([0-9.]+)-.*/\1/' <<<"$base")
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | sed -nE 's/^URIs: *//p; s/^deb (\[[^]]*\] )?([^ ]*).*/\2/p' | grep -m1 '/debian/\?$' || true)
root='' container='' launcher='' process=''
settings=()

bah() { buildah --root "$home/storage" --runroot "$work/run" --storage-driver vfs "$@"; }
# quietly COMMAND...: shows its output only when it fails
quietly() { "$@" >"$work/log" 2>&1 </dev/null || { cat "$work/log" >&2; die "$1 failed"; }; }

prepare() {
  if [ "$(id -u)" != 0 ] || [ -z "$mirror" ]; then die 'without a container engine this needs Debian, and root'; fi
  mkdir -p "$home"
  local missing=() package
  for package in buildah debootstrap; do command -v "$package" >/dev/null || missing+=("$package"); done
  if [ "${#missing[@]}" -gt 0 ]; then
    say "Installing ${missing[*]}"
    quietly apt-get -qq update
    DEBIAN_FRONTEND=noninteractive quietly apt-get -qq -y --no-install-recommends install "${missing[@]}"
  fi
  if bah inspect --type image "$base" >/dev/null 2>&1; then return; fi
  say "Making $base of Debian's and npm's packages"
  make_base
}

# What the published image has as well: Debian, Node and npm; npm reaches what this machine's own reaches.
make_base() {
  local new=$work/base etc=$work/base/usr/local/etc ca from
  quietly debootstrap --variant=minbase "$suite" "$new" "$mirror"
  (cd "$work" && quietly npm pack "node-linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')@$node_version" && tar -xzf node-linux-*.tgz)
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
  quietly bah commit --format docker --rm "$from" "$base"
  rm -rf "$new"
}

build_image() {
  local cache
  cache=$(npm config get cache)
  mkdir -p "$cache"
  # The base has no digest that could be asked for.
  sed 's/@sha256:[0-9a-f]*//' Dockerfile >"$work/Dockerfile"
  quietly bah bud --isolation chroot --format docker --pull-never --layers=false -v "$cache:/root/.npm" -f "$work/Dockerfile" -t "$image" .
  container=$(bah from --pull-never "$image")
  root=$(bah mount "$container")
  mkdir "$work/data"
  chmod 700 "$work/data"
  chown "$(image_user)" "$work/data"
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
  kill -KILL "$process" 2>/dev/null
  [ -z "$container" ] || bah rm "$container" >/dev/null
  bah rmi "$image" >/dev/null 2>&1
}

# Debian's Compose, unpacked for this; nothing is installed.
unpack_compose() {
  local apt=$work/apt options
  mkdir -p "$apt"/{lists/partial,cache/archives/partial}
  : >"$apt/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$apt/sources.list"
  options=(-o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State="$apt" -o Dir::State::lists="$apt/lists"
    -o Dir::State::status="$apt/status" -o Dir::Cache="$apt/cache" -o APT::Sandbox::User=root -o Acquire::Languages=none)
  quietly apt-get "${options[@]}" -qq update
  (cd "$apt" && quietly apt-get "${options[@]}" -qq download docker-compose && dpkg-deb -x docker-compose_*.deb root)
  install -m 755 "$apt"/root/usr/libexec/docker/cli-plugins/docker-compose "$home/docker-compose"
}

check_compose() {
  local password='p@ss/w:rd% 50' compose=(docker compose)
  if ! "${compose[@]}" version >/dev/null 2>&1; then
    compose=("$home/docker-compose")
    [ -x "${compose[0]}" ] || unpack_compose
  fi
  say 'Reading docker-compose.yml'
  MYSQL_PASSWORD=$password "${compose[@]}" config --format json >"$work/compose.json"
  same 'the password that keylink gets' "$password" \
    "$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1])).services.keylink.environment.DATABASE_PASSWORD' "$work/compose.json")"
}
