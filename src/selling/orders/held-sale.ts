/** Something that a person must fix before a sale can be fulfilled. The message is for them. */
export class HeldSale extends Error {}
