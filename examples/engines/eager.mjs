// A whole engine in JavaScript: buys when it can, else takes most tokens (docs/engines.md).
import { createInterface } from "node:readline";

let legal = [];
const say = (text) => process.stdout.write(`${text}\n`);

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === "sei") say("id name node-eager 1\nseiok 1");
    else if (word === "isready") say("readyok");
    else if (word === "legal") legal = rest;
    else if (word === "quit") process.exit(0);
    else if (word === "go") {
      const buys = legal.filter((move) => move.startsWith("b") && !move.endsWith("+"));
      const takes = legal.filter((move) => /^[WUGRK]+$/.test(move));
      takes.sort((one, other) => one.length - other.length);
      say(`bestmove ${buys.at(-1) ?? takes.at(-1) ?? legal[0]}`);
    }
  })
  .on("close", () => process.exit(0));
