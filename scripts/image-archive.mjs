// Reads an image as buildx packs it (OCI's layout in a tar file), and what is said of it.
import { execFileSync } from 'node:child_process';

const PLATFORMS = ['linux/amd64', 'linux/arm64'];
const MATERIALS = 'https://spdx.dev/Document';
const PROVENANCE = 'https://slsa.dev/provenance/';
const BUILDKIT = 'https://mobyproject.org/buildkit@v1#metadata';

/** @returns what is wrong with the image: for each platform it must be of this version and commit, with its provenance and its bill of materials */
export function mistakesIn(file, { version, revision }) {
  const read = (path) =>
    JSON.parse(execFileSync('tar', ['-xOf', file, path], { encoding: 'utf8', maxBuffer: 1 << 28 }));
  const blob = ({ digest }) => read(`blobs/${digest.replace(':', '/')}`);
  const { manifests } = blob(read('index.json').manifests[0]);
  return PLATFORMS.flatMap((platform) => {
    const image = manifests.find(({ platform: of }) => `${of.os}/${of.architecture}` === platform);
    if (image === undefined) return [`There is no image for ${platform}.`];
    const labels = blob(blob(image).config).config.Labels ?? {};
    const label = (name) => labels[`org.opencontainers.image.${name}`];
    const statements = manifests
      .filter(({ annotations = {} }) => annotations['vnd.docker.reference.digest'] === image.digest)
      .flatMap((attestation) => blob(attestation).layers.map(blob));
    const isOfImage = ({ subject }) => subject.some(({ digest }) => `sha256:${digest.sha256}` === image.digest);
    const materials = statements.find(({ predicateType }) => predicateType === MATERIALS);
    const provenance = statements.find(({ predicateType }) => predicateType.startsWith(PROVENANCE));
    const wrong = [
      [label('version') === version && label('revision') === revision, `labels of ${version} and its commit`],
      [provenance && isOfImage(provenance) && isBuiltFrom(provenance.predicate, revision), 'provenance of its own'],
      [materials && isOfImage(materials) && materials.predicate.packages?.length > 0, 'bill of materials of its own'],
    ];
    return wrong.filter(([holds]) => !holds).map(([, what]) => `The image for ${platform} has no ${what}.`);
  });
}

/** By what the build was asked for, and, where it is a clone, by what git says. SLSA 1 and 0.2 name them differently. */
function isBuiltFrom({ buildDefinition, runDetails, invocation, metadata }, revision) {
  const { args } = buildDefinition ? buildDefinition.externalParameters.request : invocation.parameters;
  const { vcs } = (runDetails?.metadata ?? metadata)[runDetails ? 'buildkit_metadata' : BUILDKIT] ?? {};
  return args['build-arg:REVISION'] === revision && (vcs === undefined || vcs.revision === revision);
}
