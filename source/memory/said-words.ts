// The words of a person or of an entry, each with what it is: a name, a number, a relative, a time, or only talk. Pure.
import { wordStem as stem } from '../lib/word-stem.ts'
import { contentWords, lowered } from './words.ts'

/** `specific` tells what something is about; `weak` stands in many entries: what is done with it, or what it is of somebody. */
type Role = 'specific' | 'weak' | 'talk' | 'time'

export interface SaidWord {
  /** In lower case. */
  readonly word: string
  /** Relatives have one for all of their names. */
  readonly stem: string
  readonly role: Role
  /** It begins with a capital where a sentence does not. */
  readonly isName: boolean
  /** "Anna's". */
  readonly isOwner: boolean
  readonly isRelative: boolean
  readonly isNumber: boolean
  /** What stands right before it, in lower case. */
  readonly before: string
  /** The preposition before it, but for an article or "my"; `subject` of what is or does something, "Tom is …". */
  readonly behind: string | undefined
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const stems = (text: string): ReadonlySet<string> => new Set(text.split(' ').map(stem))

/** What is done, and what is known of somebody: alone they do not tell one entry from another. */
const WEAK = stems(
  'call ring phone buy pay take bring pick put send write mail email text message ask book order check clean wash water ' +
    'feed walk cook bake fix repair renew return collect fetch visit meet give read watch start prepare pack plan print sign ' +
    'submit file update install move change replace charge empty fill turn switch open close lock paint mow sweep vacuum iron ' +
    'fold hang dry cut trim dig build schedule confirm register apply invite talk learn study practise practice ' +
    'train swim play sing post ship wrap mend away back down forward out ' +
    'birthday number phone telephone mobile password passcode pin code address account name date size colour color key plate ' +
    'favourite favorite new old best first last next other',
)
/** What a person says beside it. */
const TALK = stems(
  'appointment meeting visit stuff business matter job chore errand event deadline payment purchase checkup ' +
    'dr mr mrs ms miss prof really actually finally just already please pls thanks ok okay sure whole entire same little ' +
    'big kind sort bit lot gone went ready true longer ever still yet way',
)
const TIME = words(
  'monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat ' +
    'january february march april june july august september october november december ' +
    'morning evening afternoon night noon midnight day days week weeks weekend month months year years hour hours minute minutes ' +
    'daily weekly monthly yearly today tonight tomorrow yesterday later soon every each next last',
)
/** One line, one person. */
const RELATIVES: ReadonlyMap<string, string> = new Map(
  [
    'mother mum mom mama mommy mummy',
    'father dad papa daddy',
    'grandmother grandma granny nan nana gran oma',
    'grandfather grandpa grandad granddad opa',
    'brother bro',
    'sister sis',
    'wife missus',
    'husband hubby',
    'son',
    'daughter',
    'child kid kids children',
    'aunt auntie aunty',
    'uncle',
    'cousin',
    'nephew',
    'niece',
    'boyfriend',
    'girlfriend',
    'partner',
    'fiance fiancee',
    'boss',
    'neighbour neighbor neighbours neighbors',
  ].flatMap((line) => {
    const [first = '', ...others] = line.split(' ')
    return [first, `${first}s`, ...others].map((one) => [one, first] as const)
  }),
)
const PREPOSITIONS = words('at in for with from to near behind under')
const SAYS = words('is was has likes loves hates lives works wants needs')
const ARTICLES = words('the a an my our your his her their its this that')
/** A number behind one of these is its id, and behind one of the others a time. */
const ID_WORDS = words('id ids number numbers nr no reminder reminders memory memories entry note task')
const BEFORE_TIME = words('at by until till before after on since in for every around about to')
const BEHIND_NUMBER =
  /^(?:[:.]\d|\s?(?:[ap]\.?m\b|o['’]?clock|st\b|nd\b|rd\b|th\b|h\b|(?:min|hour|day|week|month|year|second)))/iu
const MONTH = /(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*$/iu

/** Those that are not empty, in order; numbers that are ids are left out. */
export function saidWords(text: string): readonly SaidWord[] {
  const clean = text.normalize('NFC')
  const found = [...clean.matchAll(/([\p{L}\p{M}\p{N}]+)(['’]s(?![\p{L}\p{N}]))?/gu)]
  // All in capitals, no capital says anything.
  const hasCase = /(?<!\p{L})\p{Ll}{2}/u.test(clean)
  const lower = found.map((one) => lowered(one[1] ?? ''))
  return found.flatMap((one, at) => {
    const word = lower[at] ?? ''
    const before = lower[at - 1] ?? ''
    const isNumber = /^\p{N}+$/u.test(word)
    if (isNumber ? ID_WORDS.has(before) : contentWords(word).length === 0) return []
    const index = one.index ?? 0
    const [start, end] = [clean.slice(0, index), clean.slice(index + (one[1] ?? '').length)]
    const isName = hasCase && /^\p{Lu}/u.test(one[1] ?? '') && /[\p{L}\p{N}'’,&)-]\s*$/u.test(start)
    const relative = RELATIVES.get(word)
    const isTime = isNumber
      ? BEFORE_TIME.has(before) || BEHIND_NUMBER.test(end) || /[:.]$/.test(start) || besideMonth(start, end)
      : TIME.has(word)
    const back = ARTICLES.has(before) ? (lower[at - 2] ?? '') : before
    return {
      word,
      stem: relative ?? stem(word),
      role: isTime ? 'time' : roleOf(stem(word)),
      isName: isName && !isTime,
      isOwner: one[2] !== undefined && !isTime,
      isRelative: relative !== undefined,
      isNumber,
      before,
      behind: PREPOSITIONS.has(back) ? back : SAYS.has(lower[at + 1] ?? '') ? 'subject' : undefined,
    }
  })
}

function roleOf(stemmed: string): Role {
  return TALK.has(stemmed) ? 'talk' : WEAK.has(stemmed) ? 'weak' : 'specific'
}

function besideMonth(start: string, end: string): boolean {
  return MONTH.test(start.trimEnd()) || MONTH.test(/^\s+(\p{L}+)/u.exec(end)?.[1] ?? '')
}
