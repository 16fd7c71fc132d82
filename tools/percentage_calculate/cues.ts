// The words that tell what is wanted of a percentage, as regular expressions. What they leave open the model decides.

/** What stands behind the percentage, misspelt too. */
export const PERCENT = '%|per ?cents?|pre?ce?nt|pers[ae]nt|perc|pct|pc\\b|percentage points?'
/** A number with a percent sign: then it is not asked what percent something is. */
const GIVEN = `(?:\\d|\\b(?:half|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|\\w+ty)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)\\s*(?:${PERCENT})|(?<!\\bas )\\b(?:half )?a ?per ?cent\\b`
const LESS =
  '\\b(?:off|remain\\w*|left|less|lower(?:ed|s)?|reduc\\w*|decreas\\w*|minus|drop\\w*|(?<!\\b(?:their|my|your|his|her|our) )cut|cheaper|discount\\w*|rebate|mark(?:ed|s)?[ -]?down|markdown|holding back|withh\\w+|deduct\\w*|subtract\\w*|shr[iau]nk\\w*|fell|fall(?:en|ing|s)?|(?<!put )down|fewer|smaller|slip\\w*|dip\\w*|los(?:e|t|es|ing)|remov\\w*|take (?:away|off)|knock\\w*|sale|without|sink|sank|declin\\w*|shave\\w*|lop\\w*|taken? off|depreciat\\w*)\\b'
const MORE =
  '\\b(?:plus|increas\\w*|rais\\w*|ris(?:e|es|en|ing)|rose|more|up|mark(?:ed)?[ -]?up|grow\\w*|grew|add(?:ed|ing|s)?|incl\\w*|gross|on top|higher|improv\\w*|gain\\w*|inflat\\w*|extra|surcharge|climb\\w*|appreciat\\w*|with(?! holding)|goes? up|went up|bump\\w*|total|in all|all ?together|altogether|all told|(?:put|stick|slap) (?:another |an extra )?\\d[\\d.]* ?(?:%|per ?cent|pct) on(?:to)?)\\b'
/** The part itself is wanted, whatever happens to the whole. */
const PART =
  "\\bhow (?:much|many) (?:cheaper|dearer|less|is|are|was|were|of|do i save|would i save|tip|tax|vat|off|comes off|goes|must|should i tip|will i save|discount|commission|interest)\\b|\\b(?:what|how big|how much|how large)(?: is|'s|s| would| will)?(?: be)? (?:the |my |our )?(?:tip|tax|vat|discount|commission|deposit|interest|share|fee|saving|part|bonus|down payment)\\b|\\b(?:tip|commission|deposit|fee) (?:on|for|from)\\b|\\bsave\\b|\\btip amount\\b|\\b(?:their|my|your|his|her|our) (?:cut|share)\\b|\\bas (?:an? |the )?(?:tip|deposit|down payment|commission|fee)\\b"
/** The part and nothing else is wanted, whatever is said of the whole. */
const ALONE =
  '\\b(?:just|only) the (?:tip|tax|vat|fee|discount|commission|interest|deposit|share)\\b|\\b(?:tip|tax|vat|fee|discount|commission|interest) (?:alone|only|itself)\\b|\\bnot the (?:total|whole|sum)\\b'
/** A share of a whole in one breath: `12 of the 20`, `of 20 pupils 12`. */
const SHARE = String.raw`\b(?:\d[\d.,]*(?: \w+){0,2} (?:out of|outta|of)(?: \w+){0,3}|(?:out )?of(?: \w+){0,2} \d[\d.,]*(?: \w+){1,3},?) [$€£]?\d`
const ASKED_PERCENT = '(?:%|(?:percent(?:age)?s?|per ?cents?|pct|prcnt|percnt|pro[cz]ents?)(?!\\w))'
const HOW_MANY = `(?:what|which|how many|how much|wat) ?${ASKED_PERCENT}`
const OTHER =
  '(?:more|less|fewer|cheaper|dearer|costlier|(?:high|low|bigg|larg|small|long|short|fast|slow|heavi|light|old|young|tall|great|warm|cold)er)'
const MOVED =
  '(?:r[io]se|risen|raised?|gr[eo]wn?|increased?|decreased?|fall|fell|fallen|drop(?:ped)?|shr[iau]nk|climb(?:ed)?|declined?|changed?|(?:go|gone|went|come|came) (?:up|down)|s[iau]nk|slip(?:ped)?|jump(?:ed)?|reduced?|lower(?:ed)?|growth|diff(?:erence)?)'
/** From an old number to a new one, in percent. Of `12 of 20 fell` a share is wanted. */
const CHANGE = [
  `\\bby ${HOW_MANY}`,
  `${HOW_MANY} (?:${OTHER}|up|down(?! payment)|on top|(?:(?:is|are|was|were) [^.?!\\d]{0,20}\\d[\\d.,]* ${OTHER} than|(?:(?:did|has|have|does) [^.?!\\n]{0,60})?\\b${MOVED})\\b)`,
  `${ASKED_PERCENT} (?:change|increase|decrease|diff(?:erence)?|rise|drop)\\b`,
  `\\bhow much ${OTHER}\\b[^.?!\\n]{0,60}${ASKED_PERCENT}`,
].join('|')
/** `from 80 to 60`, and `80 to 60` beside a word that says that it moved. */
const FROM_TO = '\\bfrom [$€£]?\\d[\\d.,]*[^.?!\\d]{0,25}\\bto [$€£]?\\d'
const TO = '\\d (?:\\w+ ){0,2}to [$€£]?\\d'
/** What may stand behind "what percent" where the share that was named is meant; else it may be the rest. */
const SAME = String.raw`(?:is|was|are|were|does|did|do|has|have|had|would|will|that|it|this|those|these|they|i|we|you|he|she|them|us|of|the|all|my|our|be|get|got|make|makes|come|comes|to|then|now|please|pls|exactly|about|there|so|far|in|as|an?|taht|tht)\b|(\w+)\b(?<=\b\1\b[^\n]{1,200}\1)`
/** `12 of 20 passed, what percent failed`: the words do not tell whether the share or the rest of it is meant. */
const REST = `(?:${SHARE}[^\\n]{0,160}${HOW_MANY}(?! (?:is|was|are|were) \\d| of (?:\\w+ ){1,3}(?:is|was|are) (?:that|it|this|those)\\b)(?!(?:[^\\w.?!\\n]+(?:${SAME})){0,8}[^\\w.?!\\n]*(?:[.?!\\n]|$))|${HOW_MANY} (?!(?:is|do|did|does) (?:it|that|i|we|he|she|they)\\b)[^\\d.?!]{3,40} (?:if|when|since) (?:\\w+ ){0,3}?${SHARE})`
const TAX = '(?:vat|tax(?:es)?|gst|mwst|ust|iva|tva)'
const UP = `(?:${TAX}|tip|service|surcharge|mark[- ]?up|raise|rise|increase|interest)`
const DOWN = '(?:discount|reduction|sale|rebate|cut|drop|mark[- ]?down|decrease)'
const ASKS = '\\b(?:what|how (?:much|many)|calculate|find|work out|give me|tell me|need|want)'
const STEP = `\\b(?:${UP}|${DOWN})\\b`
const ASKED_NET = `${ASKS}(?:['’]s)?(?: \\w+){0,3} net\\b(?! (?:\\w+ )?(?:(?:is|was|of|at) )?[$€£]?\\d)|(?<!\\d(?: \\w+)? )\\bnet(?: (?:price|cost|value|amount|sum))?(?: please| pls)?\\s*(?:\\?|$)|\\b(?:what|how much)\\b[^.?!]{0,60}\\b(?:without|exclu\\w+|ex|net of)\\b[^.?!]{0,20}${STEP}(?![\\s\\S]*\\bwith\\b)`
const ASKED_BEFORE = [
  `${ASKS}(?:['’]s)?(?: \\w+){0,4} original(?:ly)?\\b(?! (?:\\w+ )?(?:(?:is|was|of|at) )?[$€£]?\\d)`,
  '(?<!\\d(?: \\w+)? )\\boriginal(?: (?:price|cost|value|amount|sum))?(?: please| pls)?\\s*(?:\\?|$)',
  `\\b(?:what|how (?:much|many))\\b(?:[^.?!\\d]{0,50}\\b(?:was|were|did)\\b[^.?!\\d]{0,40}\\bbefore\\b|[^.?!\\d]{0,40}\\bbefore\\b(?:[^.?!]{0,20}${STEP}|\\W*$))`,
  '\\b(?:remove|take out|strip(?: out| off)?|back out) [^.?!]{0,20}\\b(?:vat|gst|mwst|sales tax)\\b',
].join('|')
/** Of wages and weights the net is what is left, and so it is where somebody says what to take off. */
const LEFT =
  '\\b(?:salar(?:y|ies)|wages?|earn\\w*|income|pension|weigh\\w*|tare|minus|less|deduct\\w*|subtract\\w*)\\b'
/** What there was before the percentage was put on or taken off: `the net price of 240 including 20 %`. */
const BEFORE = `(?:(?=[\\s\\S]*(?:${ASKED_BEFORE}))|(?=[\\s\\S]*(?:${ASKED_NET}))(?![\\s\\S]*${LEFT}))`
/** Which way it went. */
const WENT_UP = `\\b(?:${UP}|incl\\w*|gross|plus|rose|risen|raised?|grew|gr[eo]wn?|growth|increased|went up|gone up|more|dearer|added|on top|inflation)\\b`
const WENT_DOWN = `\\b(?:${DOWN}|off|discounted|reduced|fell|fallen|dropped|decreased|went down|gone down|less|fewer|cheaper|lost|shrank|down|lower(?:ed)?|sank|depreciat\\w*)\\b`
const WITH_PERCENT = `^(?=[\\s\\S]*(?:${GIVEN}))`
const NOW = `(?!${BEFORE})`
const NO_PERCENT = `^(?![\\s\\S]*(?:${GIVEN}))`
const SAYS_PERCENT = `(?=[\\s\\S]*${ASKED_PERCENT})`
const IS_CHANGE = `(?![\\s\\S]*${SHARE})(?:(?=[\\s\\S]*(?:${CHANGE}))|${SAYS_PERCENT}(?:(?=[\\s\\S]*${FROM_TO})|(?=[\\s\\S]*\\b${MOVED}\\b)(?=[\\s\\S]*${TO})))`
const IS_SHARE = `${NO_PERCENT}(?!${IS_CHANGE})(?![\\s\\S]*${REST})`

/** Which operations a request leaves open: its own words say less, more, what was before or the part itself. */
export const CUES = {
  is_what_percent: [
    IS_SHARE,
    `${IS_SHARE}[\\s\\S]*\\b(?:what|which|how many|in)\\s+(?:percent(?:age)?|per cent|%|share)`,
  ],
  share_and_rest: `${NO_PERCENT}[\\s\\S]*${REST}`,
  change: `${NO_PERCENT}${IS_CHANGE}`,
  decrease: `${WITH_PERCENT}${NOW}(?=[\\s\\S]*${LESS})(?![\\s\\S]*(?:${ALONE}))`,
  increase: `${WITH_PERCENT}${NOW}(?=[\\s\\S]*${MORE})(?![\\s\\S]*(?:${ALONE}))`,
  of: `${WITH_PERCENT}${NOW}(?:(?=[\\s\\S]*(?:${PART}|${ALONE}))|(?![\\s\\S]*(?:${LESS}|${MORE})))`,
  before_increase: `${WITH_PERCENT}${BEFORE}(?:(?=[\\s\\S]*${WENT_UP})|(?![\\s\\S]*${WENT_DOWN}))`,
  before_decrease: `${WITH_PERCENT}${BEFORE}(?:(?=[\\s\\S]*${WENT_DOWN})|(?![\\s\\S]*${WENT_UP}))`,
}
