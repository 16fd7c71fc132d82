/**
 * A message to a tool or to none, with a probability: patterns, then the learned classifier, then words for tools that the classifier
 * does not know. Invariant: only allowed tools are ever named, and nothing allowed means no tool.
 * Next: `classify.ts` (scores), `learn-calibration.ts` (why they are probabilities), `words.ts`, `patterns.ts`, `docs/router.md`.
 */
import type { ManifestProblem } from '../contracts/manifest.ts'
import type { RouteCandidate, RouteDecision, Router } from '../contracts/router.ts'
import { best } from './best.ts'
import { type ClassScores, calibrate, createClassifier } from './classify.ts'
import { explainMessage, type RouteExplanation } from './explain.ts'
import { hearVectors } from './heard-vectors.ts'
import { createLessons, type Lesson } from './learner.ts'
import { decideSame, markTaught } from './lesson.ts'
import { type RouterModel, thresholdOf } from './model.ts'
import { nameOff } from './not-allowed.ts'
import { compilePatterns, type PatternMatch } from './patterns.ts'
import type { NotAllowed, RouterParts } from './router-parts.ts'
import { decideBySentence, hasQuotation, isUnsureStory } from './sentences.ts'
import { splitRequests } from './several.ts'
import { createSpelling, decideBySpelling } from './spelling.ts'
import { withStrangers } from './strangers.ts'
import { createWordMatcher, standardWordCalibration, wordProbability } from './words.ts'

/** A router that can say why. */
export interface ExplainingRouter extends Router {
  /** Undefined without a model. */
  readonly explain: (message: string) => RouteExplanation | undefined
  /** Triggers that were left out. */
  readonly problems: readonly ManifestProblem[]
}

/** A whole message matched a pattern; only a broken pattern is wrong, so this is taken as given, not learned. */
const patternConfidence = 0.99
const NO_TOOLS: ReadonlySet<string> = new Set()

/** Makes a router; pure but for buffers that it reuses from message to message. */
export function createRouter(given: RouterParts): ExplainingRouter {
  const heard = given.meaning && hearVectors(given.meaning)
  const parts = { ...given, meaning: heard }
  const { model, triggers, words, notAllowed = 'renormalize' } = parts
  const patterns = compilePatterns(triggers)
  let told = 0
  const classifier = model && createClassifier(model)
  const known = new Set<string>(model?.tools)
  const matchWords = createWordMatcher(words)
  const respell = model && createSpelling(model.vocabulary)
  const lessons = createLessons(parts, classifier, known)
  const decideBy = createDecider({ patterns, matchWords, known, notAllowed })
  const decide = (message: string, allowed: ReadonlySet<string>, last?: string): RouteDecision => {
    const lesson = lessons.current()
    const same = decideSame(lesson.same(message), allowed)
    const decideFor = (text: string) => decideBy(lesson, text, allowed, last)
    const whole = same ?? decideFor(message)
    const inside = (sentence: string) => decideBy(lesson, sentence, allowed)
    const isOpen = whole.tool === null || isUnsureStory(message, whole)
    const looked = isOpen ? decideBySentence(message, inside) : whole
    const decided = looked ?? decideBySpelling(whole, () => respell?.(message), decideFor)
    return markTaught(decided, () => decideBy(lessons.untaught, message, allowed, last), lesson, message)
  }
  const isOne = (message: string, allowed: ReadonlySet<string>) =>
    patterns.match(message.trim(), allowed).length > 0 || lessons.current().same(message) !== undefined
  const cut = createCutter(parts, decide, isOne)
  const route: Router['route'] = (message, allowed, last, off = NO_TOOLS) => {
    const masked = decide(message, allowed, last)
    if (masked.tool !== null || off.size === 0) return masked
    return nameOff(masked, decide(message, new Set([...allowed, ...off]), last), allowed)
  }
  return {
    problems: patterns.problems,
    newProblems: () => {
      const fresh = patterns.problems.slice(told)
      told += fresh.length
      return fresh.map(({ message }) => message)
    },
    explain: (message) => model && classifier && explainMessage(message, model, classifier),
    route,
    prepare: async (message, allowed, last) => {
      const strangers = words.flatMap(({ tool }) => (allowed.has(tool) && !known.has(tool) ? [tool] : []))
      if (heard === undefined || (strangers.length === 0 && parts.senseHead === undefined)) return
      if (strangers.length > 0) await lessons.current().senses?.prepare(strangers)
      await heard.prepareFor(() => {
        for (const part of cut(message, allowed)) decide(part, allowed, last)
      })
    },
    split: (message, allowed, off = NO_TOOLS) => {
      const parts = off.size === 0 ? [] : cut(message, new Set([...allowed, ...off]))
      const decided = parts.map((part) => route(part, allowed, undefined, off))
      // A part for none would stay without an answer beside what is said of a tool that is off.
      const isClear = decided.every((one) => one.tool !== null || one.off !== undefined)
      return isClear && decided.some((one) => one.off !== undefined) ? parts : cut(message, allowed)
    },
  }
}

/** Cuts messages; one that `isOne` is a request as it is. */
function createCutter(
  parts: RouterParts,
  decide: (request: string, allowed: ReadonlySet<string>) => RouteDecision,
  isOne: (message: string, allowed: ReadonlySet<string>) => boolean,
) {
  const shapes = shapesOf(parts)
  const rules = (allowed: ReadonlySet<string>) => ({
    ...shapes,
    isByMeaning: parts.senseHead !== undefined && parts.meaning?.tuned?.state.type === 'ready',
    route: (request: string) => decide(request, allowed),
  })
  const isWhole = (message: string, allowed: ReadonlySet<string>) =>
    hasQuotation(message) || isOne(message, allowed)
  return (message: string, allowed: ReadonlySet<string>) =>
    isWhole(message, allowed) ? [message] : splitRequests(message.trim(), rules(allowed))
}

/** How requests for a tool look, as `splitRequests` asks. */
function shapesOf(parts: RouterParts) {
  return {
    opens: createOpeners(parts.examplesOf),
    takesOne: (tool: string) => parts.oneEach?.has(tool) ?? false,
    takes: (tool: string, word: string) =>
      parts.argumentsOf?.(tool).some((name) => name === word || name === `${word}s`) ?? false,
  }
}

/** Decides by patterns, then by a lesson, then by words. */
function createDecider({
  patterns,
  matchWords,
  known,
  notAllowed,
}: {
  readonly patterns: ReturnType<typeof compilePatterns>
  readonly matchWords: ReturnType<typeof createWordMatcher>
  /** Tools that the shipped classifier knows. */
  readonly known: ReadonlySet<string>
  readonly notAllowed: NotAllowed
}) {
  return (
    { model, score, scoreByWords, leaningOn, amongStrangers }: Lesson,
    message: string,
    allowed: ReadonlySet<string>,
    last?: string,
  ): RouteDecision => {
    const trimmed = message.trim()
    if (allowed.size === 0 || trimmed === '') {
      return { tool: null, confidence: 1, by: 'none', candidates: [] }
    }
    const matched = patterns.match(trimmed, allowed)
    if (matched.length > 0) return decideByPattern(matched)
    const found = score?.(trimmed)
    const learned = model && found && decideByModel(model, found, allowed, notAllowed)
    const behind = leaningOn(trimmed, last, allowed, found, learned)
    if (behind?.tool) return behind
    const isStranger = (tool: string) => allowed.has(tool) && !known.has(tool)
    const decided = behind ?? learned
    if (amongStrangers !== undefined) {
      // Learned from what was taught: nobody guessed it from its neighbours.
      if (decided?.tool && isStranger(decided.tool)) return decided
      const among = (of: RouteDecision | undefined) =>
        withStrangers(of, (alone, none) => amongStrangers(trimmed, alone, none, isStranger), best)
      // What was tuned on our own tools is too sure of them where somebody else's are meant: those are held against words.
      const isContested = behind === undefined && [...allowed].some((tool) => !known.has(tool))
      const words = isContested ? scoreByWords?.(trimmed) : undefined
      const rival = model && words && among(decideByModel(model, words, allowed, notAllowed))
      return rival?.tool && isStranger(rival.tool) ? rival : among(decided)
    }
    const matching = matchWords(trimmed, isStranger)
    const probability = wordProbability(matching, standardWordCalibration)
    const candidates = best(shareOut(matching.ranked, probability))
    const first = candidates[0]
    return first !== undefined && probability >= standardWordCalibration.threshold
      ? { tool: first.tool, confidence: first.score, by: 'words', candidates }
      : { tool: null, confidence: 1 - probability, by: 'none', candidates }
  }
}

/** Whether examples of a tool begin with a word; learned from them when first asked. */
function createOpeners(examplesOf: RouterParts['examplesOf']): (tool: string, word: string) => boolean {
  const known = new Map<string, ReadonlySet<string>>()
  return (tool, word) => {
    const words = known.get(tool) ?? openersOf(examplesOf?.(tool) ?? [])
    known.set(tool, words)
    return words.has(word)
  }
}

/** First words of at least two examples. */
function openersOf(examples: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const example of examples) {
    const word = /^\W*(\p{L}[\p{L}']*)/u.exec(example.toLowerCase())?.[1]
    if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([word]) => word))
}

function decideByPattern(matched: readonly PatternMatch[]): RouteDecision {
  const confidence = patternConfidence / matched.length
  const candidates = best(matched.map(({ tool }) => ({ tool, score: confidence })))
  const [first] = matched
  const tool = first?.tool ?? null
  const decision: RouteDecision = { tool, confidence, by: 'pattern', candidates }
  return first?.arguments === undefined ? decision : { ...decision, arguments: first.arguments }
}

/** Probabilities over the allowed tools and none, which sum to 1; undefined if the model knows no allowed tool. */
function decideByModel(
  model: RouterModel,
  found: ClassScores,
  allowed: ReadonlySet<string>,
  notAllowed: NotAllowed,
): RouteDecision | undefined {
  const probabilities = calibrate(found, model.calibration)
  const tools = model.tools.flatMap((tool, k) =>
    allowed.has(tool) ? [{ tool, score: probabilities[k] ?? 0 }] : [],
  )
  if (tools.length === 0) return undefined
  const sum = tools.reduce((so, { score }) => so + score, 0)
  const ownNone = probabilities[model.tools.length] ?? 0
  const total = notAllowed === 'none' ? 1 : sum + ownNone
  const none = notAllowed === 'none' ? Math.max(0, 1 - sum) : ownNone / total
  const candidates = best(tools.map(({ tool, score }) => ({ tool, score: score / total })))
  const [first] = candidates
  if (first === undefined) return { tool: null, confidence: none, by: 'none', candidates }
  const place = model.tools.indexOf(first.tool)
  const threshold = found.thresholds?.[place] ?? thresholdOf(model.calibration, place)
  const border = { tool: first.tool, logOdds: Math.log(first.score / none), threshold }
  return border.logOdds > threshold
    ? { tool: first.tool, confidence: first.score, by: 'classifier', candidates, border }
    : { tool: null, confidence: none, by: 'none', candidates, border }
}

/** The best match gets its probability; the others less by their score, and never more than remains. */
function shareOut(ranked: readonly RouteCandidate[], probability: number): RouteCandidate[] {
  const first = ranked[0]?.score ?? 1
  const rest = ranked.slice(1).reduce((sum, { score }) => sum + score / first, 0)
  const scale = rest > 0 ? Math.min(probability, (1 - probability) / rest) : 0
  return ranked.map(({ tool, score }, i) => ({
    tool,
    score: i === 0 ? probability : (score / first) * scale,
  }))
}
