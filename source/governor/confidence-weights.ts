// The coefficients of the turn's confidence, as data. These are neutral: the confidence is the router's probability.
// `node test/benchmarks/fit-confidence.ts RUN.json…` learns others from runs that `ethervox eval --output` wrote over the
// parts *train* and *accept*, and prints this object; say here which model, runs and commit they came from.

/** Log-odds that each part of the evidence adds; turn-confidence.ts says what the parts are. */
export const CONFIDENCE_WEIGHTS = {
  bias: 0,
  logit: 1,
  margin: 0,
  decided: 0,
  weakest: 0,
  repaired: 0,
  failed: 0,
  asks: 0,
  leans: 0,
  noTool: 0,
  byPattern: 0,
  byWords: 0,
  byFollowUp: 0,
  opened: 0,
}
