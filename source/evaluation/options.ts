// The options of `ethervox eval`.
import { parseArgs } from 'node:util'
import { UserError } from '../contracts/errors.ts'
import type { EvalCase, EvalTurn, Part } from './cases.ts'

export const EVAL_USAGE = `Usage: ethervox eval [--cases FILE …] [options]
       ethervox eval compare A.json B.json

  --cases FILE     cases, one JSON object a line (docs/accuracy.md), or records of BFCL or CLINC150;
                   default: the tests in the tools' config.yaml; \`mine\`: what you taught (docs/teaching.md)
  --clinc-map FILE which intents of CLINC150 a tool fits (YAML)
  --part train|accept|report|all   which third of the cases, by hash of their ids (default train; all of the tools' own)
  --declare DIR    add every tool of DIR (schema.json and config.yaml, no code): it is called, nothing is done;
                   FILE.jsonl: tools of {server, name, description, inputSchema}, without examples
  --model ID       model to measure
  --state NAME     measure this named state, and keep its figures there (docs/states.md)
  --answers WHO    who answers: profile, model, tool, auto (default profile)
  --workspace DIR  folder that the tools see (default: the folder of start)
  --act            writing tools run: in a copy of the workspace and with a memory of their own, new for each case
  --now TIME       the time that the clock stands at
  --tools NAMES    only cases that need one of these tools (comma-separated; none: those that need none)
  --tags TAGS      only cases with one of these tags
  --difficulty D   only easy, medium or hard ones
  --sample N       only N cases of each public suite and N of all others, chosen by hash of their ids
  --quick N        only the first N cases
  --max-tokens N   longest answer (default 768); shorter saves time where only calls are looked at
  --baseline FILE  also measure every schema of FILE in the prompt, native template, in the same run;
                   \`full-schemas\`: those of the tools that ours has, or of the case's own
  --home DIR       home to use
  --output FILE    write every result as JSON
  --fail-below S   exit code 1 if the score (0 to 100, docs/accuracy.md) is below S
  --failures       print what went wrong (not for the part \`report\`; with \`all\`: of files all but that part)
`

/** `--cases` with what was taught in the home. */
export const MINE = 'mine'

export type Options = ReturnType<typeof readOptions>

const SPEC = {
  cases: { type: 'string', multiple: true },
  part: { type: 'string' },
  'clinc-map': { type: 'string' },
  declare: { type: 'string', multiple: true },
  model: { type: 'string' },
  state: { type: 'string' },
  answers: { type: 'string' },
  workspace: { type: 'string' },
  act: { type: 'boolean', default: false },
  now: { type: 'string' },
  home: { type: 'string' },
  tools: { type: 'string' },
  tags: { type: 'string' },
  difficulty: { type: 'string' },
  sample: { type: 'string' },
  quick: { type: 'string' },
  'fail-below': { type: 'string' },
  'max-tokens': { type: 'string' },
  baseline: { type: 'string' },
  output: { type: 'string' },
  failures: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** Reads the command line; throws `UserError` with what is wrong. */
export function readOptions(args: readonly string[]) {
  const parsed = tryParse(() => parseArgs({ args: [...args], options: SPEC, strict: true }).values)
  const part = parsed.part as Part | 'all' | undefined
  if (part !== undefined && !['train', 'accept', 'report', 'all'].includes(part))
    throw new UserError(`\`--part ${part}\` is not known; it takes train, accept, report or all.`)
  const quick = countOf('quick', parsed.quick)
  const sample = countOf('sample', parsed.sample)
  const failBelow = parsed['fail-below'] === undefined ? undefined : Number(parsed['fail-below'])
  // Of an empty variable `Number` makes 0, and everything would pass.
  if (failBelow !== undefined && !(parsed['fail-below']?.trim() && failBelow >= 0 && failBelow <= 100))
    throw new UserError(
      `\`--fail-below ${parsed['fail-below']}\` is not a score from 0 to 100; e.g. \`--fail-below 80\`.`,
    )
  const { difficulty, answers } = parsed
  if (answers !== undefined && !['profile', 'model', 'tool', 'auto'].includes(answers))
    throw new UserError(`\`--answers ${answers}\` is not known; it takes profile, model, tool or auto.`)
  if (difficulty !== undefined && !['easy', 'medium', 'hard'].includes(difficulty))
    throw new UserError(`\`--difficulty ${difficulty}\` is not known; it takes easy, medium or hard.`)
  const longest = parsed['max-tokens']
  const maxTokens = longest === undefined ? undefined : Number(longest)
  if (maxTokens !== undefined && !(Number.isInteger(maxTokens) && maxTokens > 0))
    throw new UserError(
      `\`--max-tokens ${longest}\` is not a whole number above 0; e.g. \`--max-tokens 200\`.`,
    )
  if (parsed.act && parsed.workspace === undefined)
    throw new UserError(
      '`--act` copies the workspace for each case; name a small folder with `--workspace DIR`.',
    )
  const files = parsed.cases?.filter((one) => one !== MINE) ?? []
  if (files.length > 0 && files.length !== parsed.cases?.length)
    throw new UserError(
      `\`--cases ${MINE}\` stands alone, since what you taught counts there and nowhere else; measure \`${files.join('`, `')}\` in a run of its own.`,
    )
  const pick = pickOf(names(parsed.tools), names(parsed.tags), difficulty)
  return {
    ...parsed,
    part,
    quick,
    sample,
    maxTokens,
    failBelow,
    pick,
    cases: parsed.cases ?? [],
    declare: parsed.declare ?? [],
  }
}

/** A number of cases; infinity when it is not given. */
function countOf(name: string, text: string | undefined): number {
  const count = text === undefined ? Number.POSITIVE_INFINITY : Number(text)
  if (!(count > 0 && (text === undefined || Number.isInteger(count))))
    throw new UserError(`\`--${name} ${text}\` is not a number of cases; e.g. \`--${name} 20\`.`)
  return count
}

/** Whether a case is one of those that were asked for. */
function pickOf(
  tools: readonly string[] | undefined,
  tags: readonly string[] | undefined,
  difficulty: string | undefined,
): (one: EvalCase) => boolean {
  return (one) =>
    (tools === undefined || one.turns.some((turn) => toolsOf(turn).some((name) => tools.includes(name)))) &&
    (tags === undefined || one.tags.some((tag) => tags.includes(tag))) &&
    (difficulty === undefined || one.difficulty === difficulty)
}

function toolsOf(turn: EvalTurn): readonly string[] {
  return turn.calls?.map((call) => call.tool) ?? [turn.tool ?? 'none']
}

function names(list: string | undefined): readonly string[] | undefined {
  return list?.split(',').map((name) => name.trim())
}

/** Runs a parser whose errors are the person's. */
export function tryParse<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new UserError(
      `${error instanceof Error ? error.message : String(error)}. \`ethervox eval --help\` lists the options.`,
    )
  }
}
