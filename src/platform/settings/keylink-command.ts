/**
 * How the command line is called here, with a command behind it: a sentence that names it can be copied. From a checkout
 * npm runs it; the image and the compose file say their own way in `KEYLINK_COMMAND`, which is no setting of the service.
 */
export function keylinkCommand(command: string): string {
  return `${process.env.KEYLINK_COMMAND || 'npm run keylink --'} ${command}`;
}
