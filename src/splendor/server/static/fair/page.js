/**
 * The page: it takes a file and shows the checks. Texts of the file are shown as text only.
 * @module
 */

import { NotAProof, verify } from "./fair.js";

const LARGEST = 10_000_000; // bytes; a proof has about thirty thousand

/**
 * What the text of a file proves, or why it is no proof.
 * @param {string} text
 * @returns {{verdict: import("./fair.js").Verdict | null, problem: string}}
 */
export function judge(text) {
  let proof;
  try {
    proof = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return { verdict: null, problem: "This file is not JSON, so it is no proof." };
  }
  try {
    return { verdict: verify(proof), problem: "" };
  } catch (error) {
    if (error instanceof NotAProof) {
      return { verdict: null, problem: `This is ${error.message}.` };
    }
    throw error;
  }
}

/**
 * @param {Document} page
 * @param {ReturnType<typeof judge>} judged
 */
export function show(page, { verdict, problem }) {
  const heading = verdict === null ? "No verdict" : verdict.fair ? "Fair" : "Not fair";
  page.getElementById("verdict").textContent = heading;
  page.getElementById("note").textContent = verdict === null ? problem : verdict.note;
  const lines = verdict === null ? [] : verdict.checks.map((check) => lineOf(page, check));
  page.getElementById("checks").replaceChildren(...lines);
  page.getElementById("limits").hidden = verdict === null;
  page.getElementById("result").hidden = false;
}

/** One check: in words, too, so that nobody needs the colour. */
function lineOf(page, check) {
  const line = page.createElement("li");
  const word = page.createElement("strong");
  word.textContent = check.passed ? "Yes: " : "No: ";
  line.className = check.passed ? "passed" : "failed";
  line.append(word, check.text);
  return line;
}

/** @param {File | undefined} file */
async function take(page, file) {
  if (file === undefined) {
    return;
  }
  if (file.size > LARGEST) {
    show(page, { verdict: null, problem: "This file is too large to be a proof." });
    return;
  }
  try {
    show(page, judge(await file.text()));
  } catch {
    show(page, { verdict: null, problem: "This file cannot be read." });
  }
}

/** @param {Document} page */
export function start(page) {
  const drop = page.getElementById("drop");
  const input = page.getElementById("file");
  input.addEventListener("change", () => take(page, input.files[0]));
  // Wherever a file is dropped, the browser must not open it in place of this page.
  page.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  page.addEventListener("dragleave", () => drop.classList.remove("over"));
  page.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    take(page, event.dataTransfer.files[0]);
  });
}

if (typeof document !== "undefined") {
  start(document);
}
