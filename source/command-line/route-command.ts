// `ethervox route`: what the router decides for each line, without a chat model.
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { type GivenTools, openGround } from '../composing/ground.ts'
import type { SkillPorts } from '../contracts/skills.ts'
import { mcpOfHome } from '../home/mcp-of-home.ts'
import { meaningOfHome } from '../home/meaning-of-home.ts'
import { joinMore } from '../home/more-tools.ts'
import { worksOf } from '../home/works-of-home.ts'
import { plainJson, plainText } from '../lib/plain-text.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'
import type { Ground } from '../session/ports.ts'
import { openSecretSwitch } from '../sessions/secret-switch.ts'
import { filesHere } from './tool-command-line.ts'
import { workingFolder } from './working-folder.ts'

export interface RouteGround {
  readonly program: ProgramPaths
  readonly home: HomePaths
  /** Tools in place of all that there are. */
  readonly given: GivenTools | undefined
  /** Whose optimized requests count too; empty: none. */
  readonly modelId: string
}

/** What lines are routed by. */
export interface RouteParts extends Pick<Ground, 'router' | 'tools'> {
  /** What a person should know of it; absent: nothing. */
  readonly notices?: readonly string[]
  /** undefined: none goes with a message. */
  readonly skills?: Pick<SkillPorts, 'choose'>
}

/**
 * The ground of this home and of the folder that the program was started in, as a session there has it: with the tools of files, plugins
 * and MCP servers, with composites and skills.
 */
export async function groundOfRoute({ program, home, given, modelId }: RouteGround) {
  let isOn = true
  const meaning = meaningOfHome(program, home, () => isOn)
  const sources = { program, home, systemText: undefined, modelId: () => modelId, meaning }
  if (given !== undefined) {
    const ground = openGround({ ...sources, tools: () => given })
    isOn = ground.settings.meaning
    return { ...partsOf(ground), meaning }
  }
  const workspace = workingFolder()
  const works = worksOf({ home, workspace }, openSecretSwitch(false))
  const mcp = await mcpOfHome({ program, home, interactive: false })
  try {
    const more = joinMore(filesHere(program, home).more(), mcp?.more())
    const ground = openGround({ ...sources, more: () => more, composed: works.composed })
    isOn = ground.settings.meaning
    return { ...partsOf(ground, works.ports.skills), meaning }
  } finally {
    await mcp?.servers.close()
  }
}

function partsOf({ level, reasons, notices, router, tools }: Ground, skills?: SkillPorts) {
  return { level, reasons, notices, router, tools, ...(skills && { skills }) }
}

export interface RouteOptions {
  readonly json: boolean
  readonly write: (text: string) => void
  /** Takes what went wrong, a line each; without it, it goes to stderr. */
  readonly warn?: (text: string) => void
}

/** The words of the command line as one line; without any, those of `input`. */
export function linesToRoute(words: readonly string[], input: NodeJS.ReadableStream): AsyncIterable<string> {
  return words.length > 0
    ? Readable.from([words.join(' ')])
    : createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
}

/** Routes every line that is not empty; one line of output each. What is wrong with the ground or with a trigger is said beside it. */
export async function runRoute(
  lines: AsyncIterable<string>,
  { router, tools, skills, notices = [] }: RouteParts,
  { json, write, warn = (text) => process.stderr.write(text) }: RouteOptions,
): Promise<void> {
  const say = (sentences: readonly string[] = []) => {
    for (const sentence of sentences) warn(`${plainText(sentence)}\n`)
  }
  say(notices)
  const allowed = new Set(tools.enabled.map((entry) => entry.name))
  for await (const line of lines) {
    const text = line.trim()
    if (text === '') continue
    await router.prepare?.(text, allowed)
    const { tool, confidence, by, candidates, arguments: captured } = router.route(text, allowed)
    say(router.newProblems?.())
    const skill = skills?.choose(text)?.name
    if (json) {
      const more = { ...(captured && { arguments: captured }), ...(skill !== undefined && { skill }) }
      write(`${plainJson({ text, tool, confidence, by, candidates, ...more })}\n`)
      continue
    }
    const others = candidates
      .filter((one) => one.tool !== tool)
      .slice(0, 3)
      .map((one) => `${one.tool} ${percent(one.score)}`)
    const rest = others.length === 0 ? '' : ` (${others.join(', ')})`
    const beside = skill === undefined ? '' : `, with the skill ${skill}`
    write(`${tool ?? 'no tool'}, ${percent(confidence)} sure, by ${by}${rest}${beside}: ${plainText(text)}\n`)
  }
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}
