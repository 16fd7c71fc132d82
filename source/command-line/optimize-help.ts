// `ethervox optimize --help`: the same options as in the chat, and those of the program that matter beside them.

const USAGE = `
  Make the tools' prompts better for a model, each change tried first (docs/optimize.md)

  Usage
    ethervox optimize [options]

  Options
    --strategy WHAT    index (the default): shorter one-liners
                       shots: the fewest worked examples that do
                       examples: new example requests for tools that have few
                       rules: one sentence from what went wrong
                       calls: tune the model for your tools (Python with torch)
                       all: one after another
    --all              also the tools that are off
    --tool NAME…       only these
    --with MODEL       another model writes; what is tried is still the loaded one
    --budget SECONDS   end after so long, with what was finished
    --again            also what was tried before and not kept
    --dry-run          everything is tried, nothing is kept
    --undo             bring back what stood before the last run

  Flags
    -m, --model ID     the model whose prompts they are
    --home DIR         in place of the usual home

  ETHERVOX_PYTHON names the Python for \`calls\`; else it is python3.

  \`ethervox --help\` lists the other flags; in the chat it is \`/optimize_tool_prompts\`.
`

/** Writes it; gives the exit code. */
export function writeOptimizeUsage(stdout: { write(text: string): unknown }): number {
  stdout.write(USAGE)
  return 0
}
