// A request inside a story ("… the boss allowed home office, so be online by 9. I will go back to bed now. Turn off the alarm at 6:20"): its
// arguments are written from the sentences that ask for the tool alone, where these say all that it needs.
import type { RouteDecision } from '../contracts/router.ts'
import { phrasesOf } from './change-time.ts'
import { hasKeyword } from './has-keyword.ts'
import { isKind } from './held-kind.ts'
import type { CallableTool, TurnPorts } from './ports.ts'

/** In characters; a shorter message is no story, and a longer one is a text. */
const SHORTEST = 110
const LONGEST = 1_000
/** A sentence is for the tool from here on. */
const SURE = 0.9
const FEWEST_WORDS = 4
const END = /(?<=\p{L}{2}[.!?]|[\d)][.!?]|\s\p{L}[.!?])\s+(?=\p{Lu}|\p{L}+\s)/u
/** What stands in quotation marks may have sentences of its own. */
const QUOTED = /["“”`]|(?<![\p{L}\p{N}])['‘]/u
/** It speaks of what was said before. */
const POINTS =
  /(?<!\p{L})(?:it|its|that|this|these|those|them|they|ones?|there|he|she|him|her|his|the same|too|also|instead)(?!\p{L})/iu
const LEANS = /^(?:(?:and|but|i mean)\s+)?(?:it|they|he|she|that|this|those|these)(?!\p{L})/iu
const PATH = /[\p{L}\p{N}_*]\.\p{L}[\p{L}\p{N}]{0,5}(?![\p{L}\p{N}])|[/~\\]/u
/** Another text than a few words would stand in any sentence. */
const TEXTS = ['x-passage', 'x-instead'] as const

/** The part of `request` that asks for its tool; all of it where it is no story, or where that part lacks something. */
export async function insideStory(
  request: string,
  { tool, by }: RouteDecision,
  ports: TurnPorts,
): Promise<string> {
  if (by !== 'classifier' || tool === null || request.length < SHORTEST || request.length > LONGEST)
    return request
  const callable = await ports.findTool(tool)
  if (callable === undefined || QUOTED.test(request) || takesText(callable)) return request
  const sentences = request.split(END)
  const isAsking: boolean[] = []
  for (const sentence of sentences) {
    await ports.prepareRoute?.(sentence)
    const decided = ports.route(sentence, undefined)
    isAsking.push(decided.tool === tool && decided.confidence >= SURE)
  }
  const [first, last] = [isAsking.indexOf(true), isAsking.lastIndexOf(true)]
  if (first < 0 || isAsking.slice(first, last).includes(false)) return request
  const part = sentences.slice(first, last + 1).join(' ')
  // "… I need the full path. It's the folder that you know as Choir"
  const isMore = LEANS.test(sentences[last + 1] ?? '')
  const isShort = part.trim().split(/\s+/).length < FEWEST_WORDS
  return isShort || isMore || POINTS.test(part) || lacks(part, request, callable) ? request : part
}

function takesText(callable: CallableTool): boolean {
  const { properties = {}, required = [] } = callable.detail.parameters
  const isFree = required.some((name) => properties[name]?.['x-free'] === true)
  return isFree || TEXTS.some((keyword) => hasKeyword(callable, keyword))
}

/** Whether the story alone has a number, a time or a path, and the tool takes one. */
function lacks(part: string, whole: string, { detail }: CallableTool): boolean {
  return Object.values(detail.parameters.properties ?? {}).some((schema) => {
    const isLeft = (found: (text: string) => boolean) => found(whole) && !found(part)
    const kind = schema['x-kind']
    if (isKind(kind)) return isLeft((text) => phrasesOf(text, kind).length > 0)
    if (schema['x-looks'] === 'file' || schema['x-looks'] === 'folder')
      return isLeft((text) => PATH.test(text))
    // Of a sum each number may be one of the story.
    if ('x-names' in schema) return (whole.match(/\d+/gu) ?? []).length > (part.match(/\d+/gu) ?? []).length
    const { type } = schema.items ?? schema
    return (type === 'number' || type === 'integer') && isLeft((text) => /\d/.test(text))
  })
}
