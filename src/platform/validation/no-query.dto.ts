/** Refuses any query parameter: it may be meant for the body. */
// oxlint-disable-next-line typescript/no-extraneous-class
export class NoQueryDto {}
