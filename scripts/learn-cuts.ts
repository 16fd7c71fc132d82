// Learns where a message is cut into requests: from conversations that the reading was not learned from, cut by two who agreed. Logistic regression.
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LastRequest, Reading } from '../source/contracts/request-acts.ts'
import { findProgram } from '../source/paths.ts'
import { type Cut, type CutModel, cutFigures, cutShare, cutsOf } from '../source/reading/cuts.ts'
import { actShares, type ReadingModel } from '../source/reading/reading-model.ts'
import { embedTexts } from './embed-texts.ts'
import { ROOT } from './model-engine.ts'
import { FOLDS, foldOf, type Labelled, linesOf, tablesOfSession } from './reading-examples.ts'
import { seeRequests } from './seen-requests.ts'

interface CutExample {
  readonly session: string
  readonly cut: Cut
  readonly message: string
  readonly isRight: boolean
}

const PASSES = 3_000
const RATE = 0.5
const DECAY = 1e-3

/** `model` reads; sessions of `apart` were not learned from. Prints how well it cuts, each session by the others. */
export async function learnCuts(
  model: Omit<ReadingModel, 'cuts'>,
  adapterPath: string,
  modelPath: string,
  apart: number,
): Promise<CutModel> {
  const root = join(ROOT, 'data/sessions')
  const examples: CutExample[] = []
  const asked: Parameters<typeof seeRequests>[0][number][] = []
  for (const session of readdirSync(root).filter((name) => foldOf(name) === apart)) {
    const place = join(root, session)
    const tables = await tablesOfSession(place)
    const today = readFileSync(join(place, 'now.txt'), 'utf8').slice(0, 10)
    const [first, second] = ['acts.jsonl', 'second.jsonl'].map((file) => linesOf<Labelled>(join(place, file)))
    let last: LastRequest | undefined
    for (const { n, text: message } of linesOf<{ n: number; text: string }>(join(place, 'session.jsonl'))) {
      const [own, other] = [first, second].map((all) => all?.filter((line) => line.n === n) ?? [])
      const cuts = cutsOf(message)
      if (own !== undefined && own.length === other?.length && cuts.length > 0) {
        const borders = bordersOf(message, own)
        const see = (text: string) => asked.push({ message: text, last, lastTables: [], today, tables })
        see(message)
        for (const cut of cuts) {
          see(cut.left)
          see(cut.right)
          const at = message.indexOf(cut.joint, cut.left.length - 1)
          const isRight = borders.some(([from, to]) => at >= from - 2 && at <= to)
          examples.push({ session, cut, message, isRight })
        }
      }
      const line = own?.at(-1)
      if (line !== undefined) last = { message: line.message, act: line.act, tool: line.tool }
    }
  }
  const seen = await seeRequests(asked, model.groups)
  const vectors = await embedTexts(
    seen.map(({ text }) => text),
    { childPath: findProgram().sentenceChild, modelPath, adapterPath, folder: tmpdir() },
  )
  const readings = seen.map(
    ({ figures }, at): Reading => ({
      acts: actShares(figures, vectors[at], model),
      isMeant: true,
      beyond: 'other',
    }),
  )
  let at = 0
  let [previous, whole] = ['', readings[0]]
  const rows = examples.map(({ session, cut, message, isRight }) => {
    if (`${session} ${message}` !== previous) whole = readings[at++]
    previous = `${session} ${message}`
    const [left, right] = [readings[at++], readings[at++]]
    if (whole === undefined || left === undefined || right === undefined)
      throw new Error('a reading is missing')
    return { session, isRight, message, cut, figures: cutFigures(cut, whole, left, right) }
  })
  const sessions = [...new Set(rows.map(({ session }) => session))]
  const tally = { cuts: 0, found: 0, none: 0, wrong: 0 }
  for (let fold = 0; fold < FOLDS; fold++) {
    const held = new Set(sessions.filter((_, at) => at % FOLDS === fold))
    const weights = logistic(rows.filter(({ session }) => !held.has(session)))
    for (const { figures, isRight } of rows.filter(({ session }) => held.has(session))) {
      const isCut = cutShare(figures, { weights }) >= 0.5
      tally[isRight ? 'cuts' : 'none']++
      if (isCut) tally[isRight ? 'found' : 'wrong']++
    }
  }
  console.log(`cuts: ${tally.found} of ${tally.cuts} found, ${tally.wrong} of ${tally.none} other places cut`)
  return { weights: logistic(rows).map((one) => Number(one.toFixed(3))) }
}

/** Between which characters each request begins behind the one before. */
function bordersOf(message: string, requests: readonly Labelled[]): readonly (readonly [number, number])[] {
  const borders: (readonly [number, number])[] = []
  let end = 0
  for (const [index, request] of requests.entries()) {
    const at = message.indexOf(request.message, end)
    if (at < 0) return []
    if (index > 0) borders.push([end, at])
    end = at + request.message.length
  }
  return borders
}

function logistic(
  rows: readonly { readonly figures: readonly number[]; readonly isRight: boolean }[],
): number[] {
  const weights = (rows[0]?.figures ?? []).map(() => 0)
  for (let pass = 0; pass < PASSES; pass++) {
    const slope = weights.map((weight) => DECAY * weight)
    for (const { figures, isRight } of rows) {
      const error = (cutShare(figures, { weights }) - (isRight ? 1 : 0)) / rows.length
      for (const [at, one] of figures.entries()) slope[at] = (slope[at] ?? 0) + error * one
    }
    for (const [at, one] of slope.entries()) weights[at] = (weights[at] ?? 0) - RATE * one
  }
  return weights
}
