import type { RuleDto, ExplanationDto } from '../api/schema';
import { Time } from '../text/time';
import { Verdict } from '../text/verdict';
import classes from './explained.module.css';
import { OUTCOMES } from './outcomes';
import { RULE_NAMES } from './rule-words';

/** The verdict, and the rules in the order in which a check asks them. */
export function ExplainedRules({ explanation }: { explanation: ExplanationDto }) {
  const { status, details, at, address, rules, effects, seats, freeAt } = explanation;
  return (
    <section aria-label="The verdict" aria-live="polite">
      <p className={classes.verdict}>
        <Verdict status={status} /> {details}
      </p>
      <p className={classes.judged}>
        As of <Time at={at} as="seconds" />, from {address}
        {seats && `, ${seats.taken} of ${seats.of} seats taken`}
        {freeAt !== undefined && (
          <>
            , the first is free <Time at={freeAt} />
          </>
        )}
        .
      </p>
      <ol className={classes.rules}>
        {rules.map((rule) => (
          <Rule key={rule.rule} rule={rule} />
        ))}
      </ol>
      {effects.length > 0 && <p className={classes.judged}>A real check would also do this: {effects.join(' ')}</p>}
    </section>
  );
}

function Rule({ rule: { rule, outcome, label, saw } }: { rule: RuleDto }) {
  const { word, icon: Icon } = OUTCOMES[outcome];
  return (
    <li className={classes.rule} data-outcome={outcome}>
      <Icon size={20} strokeWidth={1.8} aria-hidden />
      <div>
        <strong>{RULE_NAMES[rule]}</strong> <span className={classes.word}>{outcome === 'refused' ? label : word}</span>
        <p>{saw}</p>
      </div>
    </li>
  );
}
