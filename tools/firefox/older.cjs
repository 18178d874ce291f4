// For Playwright's driver: a Firefox that is older than its protocol lacks some commands, none of which is needed here.
// What it does not know counts as done.
const Module = require('module');

const ERROR = /if \(object\.type === "error"\) \{(?=\s*if \(object\.error === "no such frame"\))/;
const compile = Module.prototype._compile;

Module.prototype._compile = function (source, name, ...more) {
  const known = name.endsWith('coreBundle.js')
    ? source.replace(ERROR, 'if (object.error === "unknown command") callback.resolve({});\n else $&') : source;
  return compile.call(this, known, name, ...more);
};
