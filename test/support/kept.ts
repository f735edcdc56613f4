/** What is expected to be 'kept', or else the sentence that says what is lost. */
export const kept = (isSo: boolean, otherwise: string): string => (isSo ? 'kept' : otherwise);
