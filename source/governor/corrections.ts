// "at five, not four", "make that three tickets", "wrong word, I wanted night": a message that only changes a value of the
// call before. The call is made again with that value, and no model is needed. Pure.
// Invariant: only what stands in the call is changed, and only where one value alone can be meant; else undefined.
import type { JsonObject, JsonSchema, JsonValue } from '../contracts/json.ts'
import { matchesOutside } from '../lib/outside-pattern.ts'
import { putWhen, type When } from './change-time.ts'
import { type Change, readChanges } from './read-change.ts'
import { fitNumber, loneNumber, nearestNumber, putNumber, putText } from './replace-value.ts'

/** "ok, 84000" may be a remark. */
const CORRECTS =
  /\b(?:no|nope|sorry|sry|srry|oops|wrong|mean|meant|wanted|wait|instead|likewise|ditto|same)\b/i

/** The arguments of the call before with the changes that `message` asks for; undefined: it asks for none that is plain. */
export function correctedArguments(
  message: string,
  args: JsonObject,
  schema: JsonSchema,
): JsonObject | undefined {
  let corrected: JsonObject | undefined
  for (const change of readChanges(message)) {
    corrected = changedBy(change, message, corrected ?? args, schema)
    if (corrected === undefined) return undefined
  }
  return corrected
}

function changedBy(
  { old, value, kind }: Change,
  message: string,
  args: JsonObject,
  { properties = {} }: JsonSchema,
): JsonObject | undefined {
  const places = Object.entries(args).map(
    ([name, value]): Place => ({ name, value, schema: properties[name] ?? {} }),
  )
  const changed =
    old === undefined
      ? changedPlace(places, value, kind, CORRECTS.test(message))
      : replacedPlace(places, old, value)
  if (changed === undefined) return undefined
  const corrected = { ...args, [changed.name]: changed.value }
  return JSON.stringify(corrected) === JSON.stringify(args) ? undefined : corrected
}

interface Place {
  readonly name: string
  readonly value: JsonValue | undefined
  readonly schema: JsonSchema
}

type Changed = { readonly name: string; readonly value: JsonValue }

/** "X, not Y": Y stands in one value alone. */
function replacedPlace(places: readonly Place[], old: string, value: string): Changed | undefined {
  return only(
    places.flatMap((place) => {
      const put = putInto(place, old, value)
      return put === undefined ? [] : [{ name: place.name, value: put }]
    }),
  )
}

function putInto({ value, schema }: Place, old: string, wanted: string): JsonValue | undefined {
  if (schema.enum !== undefined) return undefined
  if (typeof value === 'number') {
    // "max was 40, not 50": what stands around a number says what it is of.
    return fitNumber(old) === value ? (fitNumber(wanted) ?? loneNumber(wanted)) : undefined
  }
  if (typeof value !== 'string') return undefined
  if (looksPath(schema) && !isPath(wanted) && isPath(value)) return undefined
  // An expression has no words of a sentence.
  if (schema['x-names'] !== undefined && fitNumber(wanted) === undefined) return undefined
  return putText(value, old, wanted)
}

/** A new value alone: of the kind that is named, else where only one place can take it. */
function changedPlace(
  places: readonly Place[],
  value: string,
  kind: Change['kind'],
  corrects: boolean,
): Changed | undefined {
  switch (kind) {
    case 'file':
    case 'folder':
      return only(
        places.filter(({ schema }) => schema['x-looks'] === kind).map(({ name }) => ({ name, value })),
      )
    case 'name':
      return (
        only(
          places.filter(({ schema }) => schema['x-kind'] === 'place').map(({ name }) => ({ name, value })),
        ) ?? changedKind(places, value, corrects)
      )
    case 'text':
      return only(places.filter(isFreeText).map(({ name }) => ({ name, value })))
    case 'number':
      return only(places.flatMap((place) => withNumber(place, value, true)))
    case 'amount':
      // "make that three tickets": the amount that stands with the same words, or the only one there is.
      return only(
        places.flatMap((place) => [
          ...withNumber(place, value, false),
          ...(/^\d{1,2}$/.test(value) ? withHour(place, value) : []),
        ]),
      )
    case 'day':
    case 'clock':
      return only(places.flatMap((place) => withWhen(place, { kind, text: value })))
    case 'length':
      return (
        only(places.flatMap((place) => withWhen(place, { kind, text: value }))) ??
        changedPlace(places, value, 'amount', corrects)
      )
    default:
      return changedKind(places, value, corrects)
  }
}

/** A bare value: a number for the only number, a path for the only path. */
function changedKind(places: readonly Place[], value: string, corrects: boolean): Changed | undefined {
  if (fitNumber(value.replace(/\s+\p{L}+$/u, '')) !== undefined) {
    const changed = places.flatMap((place) => withNumber(place, value, true))
    if (changed.length > 0 || !corrects)
      return only(changed) ?? (corrects ? likest(places, changed) : undefined)
    return only(places.flatMap((place) => withLoneNumber(place, value)))
  }
  if (!isPath(value)) return undefined
  const held = places.filter(({ schema }) => looksPath(schema))
  return only(held.map(({ name }) => ({ name, value })))
}

/** "no, 84000": of several numbers the one that it is a slip of, by its digits or its size. */
function likest(places: readonly Place[], changed: readonly Changed[]): Changed | undefined {
  const olds = changed.map(({ name }) => places.find((place) => place.name === name)?.value)
  const [first] = changed
  if (typeof first?.value !== 'number' || !olds.every((old) => typeof old === 'number')) return undefined
  const at = nearestNumber(olds, first.value)
  return at === undefined ? undefined : changed[at]
}

function withNumber({ name, value, schema }: Place, wanted: string, isBare: boolean): readonly Changed[] {
  const number = fitNumber(wanted)
  if (typeof value === 'number') {
    const unit = schema['x-unit']
    const [, said = ''] = /^\S+\s+(\p{L}{3,})$/u.exec(wanted) ?? []
    const isUnit =
      (typeof unit === 'string' && matchesOutside(`^\\S+\\s*(?:${unit})$`, wanted) === true) ||
      (said !== '' && name.toLowerCase().split('_').includes(said.toLowerCase()))
    const plain = number ?? (isUnit ? fitNumber(wanted.replace(/\s*\D+$/, '')) : undefined)
    return plain === undefined || schema.enum !== undefined ? [] : [{ name, value: plain }]
  }
  if (Array.isArray(value) && value.length === 1 && typeof value[0] === 'number')
    return number === undefined ? [] : [{ name, value: [number] }]
  if (typeof value !== 'string' || isBare || schema.enum !== undefined) return []
  const put = putNumber(value, wanted, schema['x-names'] !== undefined)
  return put === undefined ? [] : [{ name, value: put }]
}

function withWhen({ name, value, schema }: Place, when: When): readonly Changed[] {
  if (typeof value !== 'string' || schema.enum !== undefined || looksPath(schema)) return []
  const put = putWhen(value, when)
  return put === undefined ? [] : [{ name, value: put }]
}

/** "make it 8" of 7:15. */
function withHour(place: Place, text: string): readonly Changed[] {
  const isClock = typeof place.value === 'string' && /^\d{1,2}[:.]\d{2}/.test(place.value)
  return isClock ? withWhen(place, { kind: 'clock', text }) : []
}

/** "Oops, 4417" of "my lock is 4471": the only number that stands in a text. */
function withLoneNumber({ name, value, schema }: Place, wanted: string): readonly Changed[] {
  if (typeof value !== 'string' || schema.enum !== undefined || looksPath(schema)) return []
  const numbers = value.match(/\d+(?:[.,:]\d+)*/gu) ?? []
  const [only, ...others] = numbers
  if (only === undefined || others.length > 0 || !/^\d/.test(wanted)) return []
  return [{ name, value: value.replace(only, () => wanted) }]
}

function isFreeText({ value, schema }: Place): boolean {
  const isHeld = schema.enum !== undefined || schema['x-names'] !== undefined || looksPath(schema)
  return typeof value === 'string' && !isHeld
}

function looksPath(schema: JsonSchema): boolean {
  return schema['x-looks'] === 'file' || schema['x-looks'] === 'folder'
}

/** With an ending, a slash, or one word that may be a folder. */
function isPath(text: string): boolean {
  return /^[\p{L}\p{N}_.@~/-]+(?:\.\p{L}[\p{L}\p{N}]{0,7}|\/)[\p{L}\p{N}_.@/-]*$/u.test(text)
}

function only(found: readonly Changed[]): Changed | undefined {
  return found.length === 1 ? found[0] : undefined
}
