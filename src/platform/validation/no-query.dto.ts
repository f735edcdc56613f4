/** For operations that read nothing in the query: what stands there is refused, since it may be meant for the body. */
// oxlint-disable-next-line typescript/no-extraneous-class
export class NoQueryDto {}
