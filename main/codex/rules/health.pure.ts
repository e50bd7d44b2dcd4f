import { compile, compileNouns } from './rule.pure.ts';

/** Health, allergies, food and daily habits. */
export const HEALTH_RULES = compile([
  [
    'allergic to',
    'state',
    'be allergic to <topic>; have an|a|any? <@allergy>; have an|a|any allergy|allergies to <topic>; be intolerant to|of <topic>; have an|a intolerance to <topic>; be <@intolerant>; suffer from an|a <@allergy>; be anaphylactic to <topic>',
  ],
  [
    'allergic to',
    'start',
    'develop|discover an|a allergy to <topic>; become allergic to <topic>; be diagnosed with an|a allergy to <topic>; be diagnosed with an|a <@allergy>; develop an|a <@allergy>',
  ],
  [
    'health condition',
    'state',
    'have <@condition>; suffer from <@condition>; be <@ill>; live with <@condition>; deal with <@condition>; struggle with <@condition>',
    { isSingle: false },
  ],
  [
    'health condition',
    'start',
    'be diagnosed with <@condition>; be diagnosed as <@ill>; develop <@condition>; get diagnosed with <@condition>; come down with <@condition>',
  ],
  [
    'takes medication',
    'state',
    'take|use <@medicine>; be on <@medicine>; be prescribed <@medicine>; take <thing> for <@condition>; be taking <@medicine>; take medication called <thing>',
    { isSingle: true },
  ],
  [
    'takes medication',
    'start',
    'start taking|on <@medicine>; be put on <@medicine>; begin taking <@medicine>; get prescribed <@medicine>',
    { isSingle: true },
  ],
  [
    'takes medication',
    'end',
    'stop taking <@medicine>; come off <@medicine>; quit taking <@medicine>; be taken off <@medicine>; go off <@medicine>',
    { isSingle: true },
  ],
  [
    'injury',
    'event',
    'break|fracture|sprain|twist|dislocate|injure|tear|pull|strain|bruise|hurt|rupture <@body>; have a broken|fractured|sprained|torn|dislocated <@body>',
    { isSingle: true },
  ],
  [
    'due date',
    'state',
    'be due on|in? <date>; be expecting a|our baby in|on <date>; expect a|our baby on|in <date>',
    { isSpeakerOnly: true, isSingle: true },
  ],
  ['doctor', 'state', 'see <@dr>; go to <@dr>; be treated by <@dr>', { isSingle: true }],
  [
    'diet',
    'state',
    'be a|an? <@diet>; eat only? <@diet>; follow a|an <@diet> diet; be on a|an <@diet> diet; keep <@diet>; eat a|an <@diet> diet',
    { isSingle: true },
  ],
  [
    'diet',
    'start',
    'become a|an? <@diet>; go <@diet>; turn <@diet>; start eating? a|an? <@diet> diet; start a|an <@diet> diet; switch to a|an <@diet> diet',
    { isSingle: true },
  ],
  ['diet', 'end', 'stop being a|an? <@diet>; quit being a|an? <@diet>', { isSingle: true }],
  [
    'avoids',
    'state',
    'avoid <topic>; try to avoid <topic>; stay away from <topic>; steer clear of <topic>; keep away from <topic>',
    { progressive: false },
  ],
  ['avoids', 'state', 'avoid <topic>; cut out <topic>', { progressive: true }],
  ['avoids', 'start', 'stop|quit eating <@food>; give up eating? <@given-up>; cut out <@food>'],
  [
    'exercise',
    'state',
    'go <@doing> <@often>; go to the gym <@often>; run|swim|cycle|jog|hike|exercise|row <@often>; do <@sport-doing> <@often>; work out <@often>; lift weights <@often>',
    { isWhole: true, progressive: false },
  ],
  ['wakes up at', 'state', 'get|wake up at|around|by <@clock>', { isSingle: true, progressive: false }],
  ['habit', 'state', 'meditate|journal|stretch|nap|fast|floss|pray <@when>', { isWhole: true, progressive: false }],
  [
    'habit',
    'state',
    'go to bed <@when>; take a nap <@when>; go for a walk|run|swim|jog <@when>; walk the|my|our dog <@when>; take a cold? shower <@when>; call my mother|mum|mom|father|dad|sister|brother|grandmother|grandma <@when>; write in my journal|diary <@when>; take a walk <@when>; drink a glass of water <@when>',
    { isWhole: true, progressive: false },
  ],
  [
    'drinks',
    'state',
    'drink <@drink>; drink a|one|two|three|four|five|six|several|many|lots? lot|of|cups|glasses|litres|liters|pints|bottles|mugs|cup|glass|mug|pint of? <@drink>',
    { progressive: false, denied: 'avoids' },
  ],
  ['drinks', 'end', 'stop|quit drinking <@drink>; give up drinking? <@drink>', {}],
  ['drinks', 'start', 'start drinking <@drink>; switch to <@drink>', {}],
  ['smokes', 'state', 'smoke', { fixed: 'yes', fixedDenied: 'no' }],
  ['smokes', 'state', 'be a smoker', { fixed: 'yes', fixedDenied: 'no' }],
  ['smokes', 'state', 'be a non-smoker', { fixed: 'no' }],
  ['smokes', 'start', 'start smoking; take up smoking', { fixed: 'yes' }],
  ['smokes', 'end', 'quit|stop smoking; give up smoking', { fixed: 'yes' }],
  [
    'commutes by',
    'state',
    'commute by <@vehicle>; commute to <place> by <@vehicle>; go to work by <@vehicle>; take the <@transit> to work|the; travel to work by <@vehicle>; get to work by <@vehicle>; commute to work by <@vehicle>',
    { isSingle: true, progressive: false },
  ],
  ['commutes by', 'state', 'cycle|bike to work|the|school', { fixed: 'bicycle', progressive: false }],
  ['commutes by', 'state', 'walk to work', { fixed: 'walking', progressive: false }],
  ['commutes by', 'state', 'drive to work', { fixed: 'car', progressive: false }],
]);
/** "I don't eat pork": here the denial is the statement. */
export const DENIED_RULES = compile([
  [
    'avoids',
    'state',
    'eat any|much|really? <@food>; drink any|much? <@drink>; touch <@food>; consume <@food>',
    { progressive: false },
  ],
]);

export const HEALTH_NOUNS = compileNouns([
  ['blood type', 'blood type|blood group', '@blood', true],
  ['diet', 'diet', '@diet', true],
  ['due date', 'due date', 'date', true],
  ['allergic to', 'allergies|only allergy|allergy', 'topic', false],
  ['weight', 'body weight', '@weight', true],
]);
