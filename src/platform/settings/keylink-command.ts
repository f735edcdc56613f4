/** A command line to copy. The image and the compose file set `KEYLINK_COMMAND`, which is no setting. */
export function keylinkCommand(command: string): string {
  return `${process.env.KEYLINK_COMMAND || 'npm run keylink --'} ${command}`;
}
