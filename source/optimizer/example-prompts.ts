// What a model is shown that writes how people ask for a tool: requests in several manners, and words.
import type { CallState } from '../contracts/engine.ts'
import { legalName } from '../manifest/declared-tools.ts'
import type { OptimizerTool } from './ports.ts'

/** Longer descriptions are cut: their first sentences say what the tool is for. */
const MOST_DESCRIPTION = 400

const LAMP = 'Switches a lamp of the house on or off, by the name of its room (room; on)'
const TRAINS = 'Departures of trains from a station, with platform and delay (station; time; max_results)'

/** Kinds of words with the longest list of each, in characters. */
export const KINDS_OF_WORDS: ReadonlyMap<string, number> = new Map([
  ['things', 110],
  ['acts', 110],
  ['part', 110],
])

/**
 * Manners of asking with the longest request of each, in characters: one greedy answer has no variety of its own, and the more manners
 * it is asked for, the more its requests differ (docs/optimize.md).
 */
export const MANNERS: ReadonlyMap<string, number> = new Map([
  ['order', 90],
  ['question', 90],
  ['short', 90],
  ['indirect', 90],
  ['story', 180],
  ['hurry', 90],
  ['other words', 90],
  ['details', 140],
])

/** Words, separated by commas. */
export const WORDS: CallState = stateOf(
  'example-words',
  'Write, in English, the everyday words by which people would ask for this tool without having read its description: what they call the thing, what they want to do with it, and what it is part of. As JSON.',
  {
    things: 'light, lights, bulb, lantern, spotlight, floor lamp, ceiling light',
    acts: 'turn on, switch off, put out, light up, brighten, darken, leave burning',
    part: 'room, house, home, kitchen, bedroom, hall, porch, smart home, electricity',
  },
  {
    things: 'train, railway, timetable, schedule, track, connection, line, journey',
    acts: 'leave, depart, catch, get home, travel, go to, be late, miss',
    part: 'station, rail, public transport, commute, trip, platform, travel plans',
  },
)

/** Requests. Apart from the words, for in one answer both are worse. */
export const REQUESTS: CallState = stateOf(
  'example-requests',
  'People type what they want in everyday words, with names and numbers of their own. Write, in English, what eight different people type when this tool is what they need, as JSON. They have not read its description and do not know its name.',
  {
    order: 'turn off the kitchen lamp',
    question: 'can you put the porch light out?',
    short: 'bedroom light on',
    indirect: 'it is too dark in the cellar',
    story: "We're already in bed and I think the bulb in the hall is still burning, please see to that.",
    hurry: 'quick, lights in the study',
    'other words': 'illuminate the living room',
    details: 'switch on the two lamps in the dining room and leave the one in the garage off',
  },
  {
    order: 'show me the next trains from Leeds',
    question: 'when can I leave from York this evening?',
    short: 'departures Camden Road',
    indirect: 'I must be out of Oxford before noon',
    story:
      'My meeting in Ghent runs until four and then I want to get home, so what leaves there after that, and is any of it late?',
    hurry: 'which platform at Crewe, I am running',
    'other words': 'railway timetable for Bristol',
    details: 'the first 5 trains that go from Utrecht Centraal after 17:30, with their delays',
  },
)

function stateOf(name: string, system: string, lamp: object, trains: object): CallState {
  return {
    name,
    messages: [
      { role: 'system', text: system },
      { role: 'user', text: LAMP },
      { role: 'assistant', text: JSON.stringify(lamp) },
      { role: 'user', text: TRAINS },
      { role: 'assistant', text: JSON.stringify(trains) },
    ],
  }
}

/** A tool as the writer is shown it: its name in plain words, without that of its server, which says nothing of it, the beginning of its description, its parameters, and requests that are known. */
export function shownTool({ entry, detail }: OptimizerTool, known: readonly string[]): string {
  const text = detail.description.replace(/\s+/g, ' ').trim()
  const description =
    text.length <= MOST_DESCRIPTION ? text : `${text.slice(0, MOST_DESCRIPTION).toWellFormed()}…`
  const names = Object.keys(detail.parameters.properties ?? {})
  const values = names.length === 0 ? '' : ` (${names.join('; ')})`
  const like = known.length === 0 ? '' : `\nLike: ${known.slice(-3).join(' · ')}`
  const ofServer = `${legalName(entry.group.replace(/^mcp: /, ''))}_`
  const name = entry.name.startsWith(ofServer) ? entry.name.slice(ofServer.length) : entry.name
  return `${name.replaceAll('_', ' ')}: ${description}${values}${like}`
}
