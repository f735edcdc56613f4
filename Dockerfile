# The tag says which Node and Debian this is, the digest is what is taken. The next one, once in a while:
# docker buildx imagetools inspect node:24-trixie-slim (docs/containers.md); Renovate and Dependabot know these lines too.

# What is built is the same for any processor, so the builder's own builds it: nothing runs under an emulation.
FROM --platform=$BUILDPLATFORM docker.io/library/node:24-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY clients/typescript/package.json clients/typescript/
COPY console/package.json console/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json nest-cli.json ./
COPY scripts ./scripts
COPY console ./console
COPY docs ./docs
COPY src ./src
RUN npm run build && \
  find dist -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete

# What the bundle leaves in node_modules (scripts/bundle.mjs), for the processor that the image is for, without what only debuggers read.
FROM build AS image
ARG TARGETARCH
RUN rm -rf node_modules && \
  npm ci --omit=dev --workspaces=false --ignore-scripts --no-audit --no-fund --os=linux --libc=glibc --cpu="$(echo "$TARGETARCH" | sed 's/amd64/x64/')" && \
  mkdir -p /image/app /image/usr/local/bin && \
  rm -rf node_modules/@libsql/*-musl && \
  cp -r --parents node_modules/libsql node_modules/@libsql node_modules/@neon-rs /image/app && \
  find /image -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete && \
  ln -s /app/dist/cli/main.js /image/usr/local/bin/keylink && \
  install -d -m 700 -o 1000 -g 1000 /image/data

FROM docker.io/library/node:24-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe
ENV NODE_ENV=production PORT=3000 DATABASE_URL=sqlite:/data/keylink.db
# How remedies that it prints call the command line in a container.
ENV KEYLINK_COMMAND=keylink
WORKDIR /app
# With the owner of each; nothing else is done here, so that any machine can make it for any other.
COPY --from=image /image /
COPY scripts/health-probe /usr/local/bin/keylink-health
COPY --from=build /app/dist ./dist
COPY package.json ./
ARG VERSION=0.1.0
ARG REVISION=
LABEL org.opencontainers.image.title="keylink" \
  org.opencontainers.image.description="Issues license keys, answers license checks, keeps their log, and shortens links." \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.base.name="docker.io/library/node:24-trixie-slim"
# By number: Kubernetes' runAsNonRoot can't look names up.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["keylink-health"]
# Node itself is the first process: it gets the signals.
CMD ["node", "--max-old-space-size=1024", "dist/main.js"]
