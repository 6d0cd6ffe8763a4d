import { useRef } from "react";
import { IDEMPOTENCY_HEADER } from "#contract/endpoint.ts";
import { call, getRefusalMessage } from "#client/api.ts";
import { useForm } from "#client/form.ts";
import { Button } from "#ui/button.tsx";
import { EmailField } from "#ui/contact-fields.tsx";
import { TextArea, TextField } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { sendMessage } from "../endpoints.ts";
import { contactMessage, MESSAGE_ROWS, messageMessages } from "../message.ts";
import { classNames } from "#ui/class-names.ts";
import styles from "./contact-form.module.css";

export function ContactForm() {
  const element = useRef<HTMLFormElement>(null);
  // The idempotency key. If the response is lost, a retry sends the same key, so that the message is stored once.
  const key = useRef("");
  const form = useForm({
    name: "contact",
    schema: contactMessage,
    send: async (body) => {
      key.current ||= crypto.randomUUID();
      const { message } = await call(sendMessage, { body, headers: { [IDEMPOTENCY_HEADER]: key.current } });
      key.current = "";
      element.current?.reset();
      window.alert(message || messageMessages.received);
    },
    failed: (failure) => getRefusalMessage(failure, messageMessages.notSent),
  });
  return (
    <form ref={element} {...form.props} className="stack gap-5">
      <div className={classNames("stack gap-5", styles.pair)}>
        <TextField label="Name" {...form.field("name")} autoComplete="name" required />
        <EmailField {...form.field("email")} autoComplete="email" />
      </div>
      <TextArea label="Message" {...form.field("message")} rows={MESSAGE_ROWS} />
      {form.failure && <Notice role="status">{form.failure}</Notice>}
      <Button {...form.button} className="form-button">
        Send message
      </Button>
    </form>
  );
}
