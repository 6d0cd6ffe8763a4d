import { type SubmitEvent, useState } from "react";
import { FORM_FIELD, type FormName } from "#contract/form.ts";
import { call, getRefusalMessage } from "#client/api.ts";
import { usePosted } from "#client/posted.ts";
import { Button } from "#ui/button.tsx";
import { subscribe } from "../endpoints.ts";
import { newsletterMessages } from "../newsletter.ts";
import styles from "./newsletter-box.module.css";

const NAME: FormName = "newsletter";
const FIELD_ID = "newsletter-email";

/** The newsletter form in the footer (§2.3, D80). Every page has it, so it does not load the form library. */
export function NewsletterBox() {
  const { busy, news, onSubmit } = useSubscription();
  const posted = usePosted();
  const postedEmail = posted?.form === NAME && !posted.done ? posted.values["email"] : undefined;
  return (
    <form className={styles.box} method="post" noValidate onSubmit={onSubmit}>
      <label htmlFor={FIELD_ID} className="small medium">
        E-mail for news from the workshop
      </label>
      <div className="row wrap gap-2">
        <input
          id={FIELD_ID}
          className={styles.field}
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
          defaultValue={postedEmail}
        />
        <Button type="submit" name={FORM_FIELD} value={NAME} busy={busy}>
          Subscribe
        </Button>
      </div>
      <p className="fine snug soft">{newsletterMessages.consent}</p>
      <p role="status" className="hide-empty small">
        {news}
      </p>
    </form>
  );
}

function useSubscription() {
  const [isBusy, setIsBusy] = useState(false);
  const [confirmation, setNews] = useState("");
  const submit = async (form: HTMLFormElement) => {
    const email = form.querySelector("input")?.value ?? "";
    setIsBusy(true);
    setNews("");
    try {
      const { message } = await call(subscribe, { body: { email } });
      form.reset();
      setNews(message);
    } catch (failure) {
      setNews(getRefusalMessage(failure, newsletterMessages.notSubscribed));
    } finally {
      setIsBusy(false);
    }
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void submit(event.currentTarget);
  };

  return { busy: isBusy, news: confirmation, onSubmit };
}
