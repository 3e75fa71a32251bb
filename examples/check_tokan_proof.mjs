// Checks a proof of who wins a position of TOKAN, in a second language and with rules of its own: whoever trusts
// neither the solver nor the Python rules of Tafelrunde can read these lines instead.
//
//   node examples/check_tokan_proof.mjs proof.gz
//
// A proof is a gzip file: a line of JSON, then a byte for every choice. The head names the position, the house rules
// and one or two claims {side, reaches, choices}: the side gets at least that result, whatever the opponent does. All
// moves of the opponent are tried, depth first; where the side is to move the next byte names its move, by its number
// among all legal moves sorted by source cell, target cell (a1 is 0, f1 is 5, f5 is 29) and tiles carried. A position
// of the side that was met before under the same claim needs no choice again.
//
// Exit status: 0 verified, 1 refused, 2 wrong use.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const COLUMNS = 6;
const ROWS = 5;
const CELLS = COLUMNS * ROWS;
const REACH = { m: 1, j: 2, l: 3 };
const SET = { M: 3, J: 7, L: 5, m: 3, j: 7, l: 5 };
const STEPS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];

class Refused extends Error {}

const nameOf = (cell) => "abcdef"[cell % COLUMNS] + (Math.floor(cell / COLUMNS) + 1);
const top = (tower) => tower[tower.length - 1];
const ownerOf = (tile) => (tile === tile.toUpperCase() ? "r" : "b");
const reachOf = (tile) => REACH[tile.toLowerCase()];

// The cells from a cell to the edge, the nearest first, by direction.
const RAYS = Array.from({ length: CELLS }, (_, cell) =>
  STEPS.map(([dx, dy]) => {
    const ray = [];
    let x = (cell % COLUMNS) + dx;
    let y = Math.floor(cell / COLUMNS) + dy;
    for (; x >= 0 && x < COLUMNS && y >= 0 && y < ROWS; x += dx, y += dy) ray.push(y * COLUMNS + x);
    return ray;
  }),
);

// A position: towers (strings of tiles from bottom to top) by cell, the side to move, the cell that is taboo or -1.
function readPosition(text) {
  const [grid, side, taboo, ...more] = text.split(" ");
  const rows = (grid ?? "").split("/").map((row) => row.split(","));
  if (more.length > 0 || rows.length !== ROWS || rows.some((row) => row.length !== COLUMNS) || !/^[rb]$/.test(side))
    throw new Refused("the position cannot be read");
  const towers = rows
    .reverse()
    .flat()
    .map((tower) => (tower === "-" ? "" : tower));
  const tiles = towers.join("");
  for (const [tile, number] of Object.entries(SET))
    if (tiles.split(tile).length - 1 !== number) throw new Refused(`there are not ${number} tiles ${tile}`);
  if (tiles.length !== CELLS) throw new Refused("there are tiles that do not exist");
  const cell = taboo === "-" ? -1 : Array.from({ length: CELLS }, (_, i) => nameOf(i)).indexOf(taboo);
  if (cell < 0 && taboo !== "-") throw new Refused("the taboo cannot be read");
  if (cell >= 0 && (towers[cell].length < 2 || ownerOf(top(towers[cell])) === side))
    throw new Refused("the taboo tower was not built by the opponent");
  return { towers, side, taboo: cell };
}

function writePosition({ towers, side, taboo }) {
  const rows = [];
  for (let row = ROWS - 1; row >= 0; --row)
    rows.push(
      towers
        .slice(row * COLUMNS, (row + 1) * COLUMNS)
        .map((tower) => tower || "-")
        .join(","),
    );
  return `${rows.join("/")} ${side} ${taboo < 0 ? "-" : nameOf(taboo)}`;
}

// All legal moves, sorted by source, target and tiles carried.
function legalMoves({ towers, side, taboo }) {
  const moves = [];
  for (let source = 0; source < CELLS; ++source) {
    const tower = towers[source];
    if (!tower || ownerOf(top(tower)) !== side) continue;
    const reach = reachOf(top(tower));
    for (let direction = 0; direction < 4; ++direction) {
      const way = RAYS[source][direction].slice(0, reach);
      if (way.length < reach || way.some((cell) => !towers[cell])) continue; // the edge, or a gap
      const target = way[reach - 1];
      if (target === taboo) continue;
      // A jackal may carry one tile, a lion two; the animal must end higher than it began.
      for (let carried = 0; carried < reach && carried < tower.length; ++carried)
        if (towers[target].length + carried + 1 > tower.length) moves.push({ source, target, carried, direction });
    }
  }
  return moves.sort((a, b) => a.source - b.source || a.target - b.target || a.carried - b.carried);
}

function play({ towers, side }, { source, target, carried, direction }, gaps) {
  const after = towers.slice();
  const left = towers[source].length - carried - 1;
  after[target] += towers[source].slice(left);
  after[source] = towers[source].slice(0, left);
  if (left === 0) {
    // The towers behind move up: those up to the next gap, or all of them by the house rule "line".
    let gap = source;
    for (const behind of RAYS[source][direction ^ 1]) {
      if (!after[behind] && gaps === "contiguous") break;
      after[gap] = after[behind];
      after[behind] = "";
      gap = behind;
    }
  }
  return { towers: after, side: side === "r" ? "b" : "r", taboo: target };
}

// Who has won a game that is over: "r", "b", or null for a draw.
function winnerOf({ towers }, scoring) {
  const of = (side) => towers.filter((tower) => tower && ownerOf(top(tower)) === side);
  const score = (side) => {
    const own = of(side);
    if (scoring === "towers") return [own.reduce((sum, tower) => sum + (tower.length > 1 ? tower.length : 0), 0)];
    const heights = own.map((tower) => tower.length).sort((a, b) => b - a);
    return [own.reduce((sum, tower) => sum + reachOf(top(tower)), 0), ...heights];
  };
  const red = score("r");
  const black = score("b");
  for (let i = 0; i < Math.max(red.length, black.length); ++i) {
    const more = (red[i] ?? 0) - (black[i] ?? 0);
    if (more !== 0) return more > 0 ? "r" : "b";
  }
  return null;
}

// Follows one claim; returns how many positions were walked.
function follow(start, claim, choices, { scoring, gaps }) {
  const seen = new Set();
  let used = 0;
  let walked = 0;
  const walk = (position) => {
    ++walked;
    const moves = legalMoves(position);
    if (moves.length === 0) {
      const winner = winnerOf(position, scoring);
      if (winner !== claim.side && (claim.reaches === "win" || winner !== null))
        throw new Refused(`${claim.side} does not get the ${claim.reaches} that is claimed, at ${writePosition(position)}`);
      return;
    }
    if (position.side !== claim.side) {
      for (const move of moves) walk(play(position, move, gaps));
      return;
    }
    const key = createHash("sha1").update(writePosition(position)).digest("latin1");
    if (seen.has(key)) return;
    seen.add(key);
    if (used >= choices.length) throw new Refused(`no choice is left, at ${writePosition(position)}`);
    const number = choices[used++];
    if (number >= moves.length) throw new Refused(`there is no move number ${number}, at ${writePosition(position)}`);
    walk(play(position, moves[number], gaps));
  };
  walk(start);
  if (used !== claim.choices) throw new Refused(`${claim.choices} choices are announced, but ${used} were needed`);
  return walked;
}

function check(packed) {
  let data;
  let head;
  try {
    data = gunzipSync(packed);
    head = JSON.parse(data.subarray(0, data.indexOf(10)).toString());
  } catch (error) {
    throw new Refused(`no proof can be read: ${error.message}`);
  }
  const rules = { scoring: head.scoring, gaps: head.gaps };
  const known = head.kind === "tokan-proof-1" && Array.isArray(head.claims) && typeof head.position === "string";
  if (!known || !["towers", "heads"].includes(head.scoring) || !["contiguous", "line"].includes(head.gaps))
    throw new Refused("the head of the proof is broken");
  const start = readPosition(head.position);
  let at = data.indexOf(10) + 1;
  let walked = 0;
  const shown = {};
  for (const claim of head.claims) {
    if (!/^[rb]$/.test(claim.side) || !["win", "draw"].includes(claim.reaches) || !(claim.choices >= 0))
      throw new Refused("a claim makes no sense");
    walked += follow(start, claim, data.subarray(at, at + claim.choices), rules);
    at += claim.choices;
    shown[claim.side] = claim.reaches;
  }
  if (at !== data.length) throw new Refused("some bytes belong to no claim");
  const other = start.side === "r" ? "b" : "r";
  const value =
    shown[start.side] === "win"
      ? "win"
      : shown[other] === "win"
        ? "loss"
        : shown.r === "draw" && shown.b === "draw"
          ? "draw"
          : null;
  if (value === null) throw new Refused("the claims do not settle the result");
  return { verified: true, position: head.position, value, positions: walked };
}

const file = process.argv[2];
if (file === undefined) {
  console.error("usage: node check_tokan_proof.mjs FILE");
  process.exit(2);
}
try {
  console.log(JSON.stringify(check(readFileSync(file))));
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.log(JSON.stringify({ verified: false, reason: error.message }));
  process.exit(1);
}
