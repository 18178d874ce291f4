/** English: lobby. */

/** @type {Object<string, string | ((values: any) => string)>} */
export default {};
