/** The letters of the tokens, in the order of every list of counts. */
export const TOKENS = 'WUGRKPJ';
