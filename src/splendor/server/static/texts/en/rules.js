/** English: rules. */

/** @type {Object<string, string | ((values: any) => string)>} */
export default {};
