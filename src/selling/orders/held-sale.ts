/** Something that a person has to put right before a sale can be done. The message is for them. */
export class HeldSale extends Error {}
