// How a request names something remembered: by a number that is its id, or by words that tell what it is about. Both are expressions for
// `x-when` of a schema.

const UNITS =
  "[ap]\\.?m\\b|o['’]?clock|st\\b|nd\\b|rd\\b|th\\b|[%€£$]|percent|(?:seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?|times|km|kg|euros?|dollars?|pounds?|quid)\\b"
const NUMBER_WORDS =
  '(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred)'
const ID_WORDS = '(?:ids?|numbers?|num|nr|no|reminders?|memor(?:y|ies)|entr(?:y|ies))'
/** "my reminder to buy": what is counted behind it is no id. */
const WITHIN_WORDS = `\\bremind(?:ers?|ing)?(?: me)? (?:about|to|for|of|that) (?!${ID_WORDS}\\b)\\p{L}[^,.;:()#\\d]{0,60}(?<!\\b${ID_WORDS}[ .])`

/** Behind such a word stands the number of a seat, a plant, an age or a year. */
const OF_SOMETHING =
  "(?:row|seat|room|gate|line|field|model|version|plant|bed|tank|box|page|from|table for|turns|turned|aged?|since|until|till|s?he(?:['’]s| is| was)|(?:it|they)(?:['’]s| is| are)|instead of|off with)"
/** Behind a number: many of something are counted. */
const COUNTS =
  '\\s+(?:(?!(?:is|and|or|for|about|from|to|in|on|off|at|of|with|please|pls|plz|done|its|my|our|your|the|these|those)\\b)\\p{L}+\\s+)?(?!(?:is|was|has|does|goes|needs|says|reads|as|this|its|ones|us|plus|yes|pls|thanks|thx|always|perhaps|reminders|memories|notes|entries|items|ids|numbers)\\b)(?:\\p{L}{2,}(?<!s)s|people|children)\\b'

/** A number that can be an id: no time, no ordinal, no amount of something. */
const NAMES_ID = [
  `(?<!\\d)(?<!\\d[.:/-])(?:(?<!\\p{L})|(?<=\\b${ID_WORDS}))(?<![$€£] ?)(?<!\\b${OF_SOMETHING} )(?!(?<=\\bat )(?:1?\\d|2[0-4])\\b)(?<!${WITHIN_WORDS})\\d{1,9}(?!\\d|[.:/]\\d|,\\d{3}(?!\\d)|-\\d\\d-\\d|\\s?(?:${UNITS}))(?:(?<=(?:\\b${ID_WORDS}[.:]? |#)\\d+)|(?!${COUNTS}))`,
  // "Two trips" counts something, "two is done" and "drop two and five" name one.
  `(?<!\\b(?:at|all) )(?<!${WITHIN_WORDS})\\b${NUMBER_WORDS}\\b(?!\\s(?:${UNITS}))(?:(?<=\\b${ID_WORDS} \\S+)|(?=\\s*(?:$|[.,;:!?)]|[-–])|\\s+(?:is|was|as|and|or|please|pls|plz|done|off|now|too|can|from|has|which|that|so|because|says?|should|to)\\b))`,
  `\\b${ID_WORDS} one\\b`,
].join('|')

/** Words that do not tell one entry from another. */
const SAYS_NOTHING = (
  'a an the this that these those it its them mean meant they one ones some any something anything all each every other another single few couple ' +
  'i me my mine we us our you your u ur he she they is are was were be been being am do does did done doing dont don have has had having ' +
  'can could will would shall should may might must want wanted wants wish like likes need needs needed let lets get gets got ' +
  's t m d re ve ll of off on out in into from to too for with by at as up down over through about behind and or but so if then than ' +
  'please pls plz plse thanks thank thx kindly hey hi ok okay oh hm hmm well yes yep yeah no not none never just now right already today ' +
  'yesterday anymore anyway any more longer finally again here there once what which who when how why go going gone come long time ' +
  'reminder reminders remind reminding reminded remidner remidners reminds nag nags nagging memory memories remember remembered remembering ' +
  'entry entries note notes item items thing things fact facts list lists todo todos task tasks saved stored kept keep keeps keeping store know ' +
  'id ids number numbers nr num first second third fourth last latest next previous old ' +
  'mark marks marked marking tick ticks ticked ticking check checks checked checking cross crosses crossed crossing strike struck ' +
  'set put take takes took taken care call close closed clear cleared complete completed completes compelte finish finished finishes ' +
  'settle settled deal dealt resolve resolved sorted sort handled fulfilled accomplished ready true ' +
  'delete deletes deleted deleting delte remove removes removed removing erase erased wipe wiped drop dropped scrap cancel cancelled ' +
  'canceled stop stopped quit forget forgotten lose rid throw away ditch purge rm del kill'
)
  .split(' ')
  .join('|')

/** For requests that name something by what it is about, and by no id. */
export const IN_WORDS = `^(?!(?:[^\\p{L}\\p{N}]|(?<![\\p{L}\\p{N}])(?:${SAYS_NOTHING})(?![\\p{L}\\p{N}]))*$)(?![\\s\\S]*(?:${NAMES_ID}))`
