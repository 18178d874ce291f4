/** German. */
export default { 'language.name': 'Deutsch' };
