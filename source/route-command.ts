// `ethervox route`: what the router decides for each line, without a model.
import type { Ground } from './session/ports.ts'

export interface RouteOptions {
  readonly json: boolean
  readonly write: (text: string) => void
}

/** Routes every line that is not empty; one line of output each. */
export async function runRoute(
  lines: AsyncIterable<string>,
  { router, tools }: Pick<Ground, 'router' | 'tools'>,
  { json, write }: RouteOptions,
): Promise<void> {
  const allowed = new Set(tools.enabled.map((entry) => entry.name))
  for await (const line of lines) {
    const text = line.trim()
    if (text === '') continue
    const { tool, confidence, by, candidates, arguments: captured } = router.route(text, allowed)
    if (json) {
      write(
        `${JSON.stringify({ text, tool, confidence, by, candidates, ...(captured && { arguments: captured }) })}\n`,
      )
      continue
    }
    const others = candidates
      .filter((one) => one.tool !== tool)
      .slice(0, 3)
      .map((one) => `${one.tool} ${percent(one.score)}`)
    const rest = others.length === 0 ? '' : ` (${others.join(', ')})`
    write(`${tool ?? 'no tool'}, ${percent(confidence)} sure, by ${by}${rest}: ${text}\n`)
  }
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}
