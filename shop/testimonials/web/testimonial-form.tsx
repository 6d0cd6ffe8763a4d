import { type SubmitEvent, useRef, useState } from "react";
import { ApiError, SOMETHING_WENT_WRONG } from "#contract/errors.ts";
import { call } from "#client/api.ts";
import { useForm } from "#client/form.ts";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { toastError, toastSuccess } from "#ui/toast.ts";
import { submitTestimonial } from "../endpoints.ts";
import { TESTIMONIAL_MAX, testimonialInput } from "../testimonial-input.ts";
import { testimonialMessages } from "../testimonial.ts";
import { StarChoice } from "./star-choice.tsx";

interface TestimonialFormProps {
  /** False for a guest, whose testimonial is not sent (§5). */
  signedIn: boolean;
  logInHref: string;
  onSent: () => void;
}

export function TestimonialForm({ signedIn, logInHref, onSent }: TestimonialFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [sent, setSent] = useState(0);
  const showFailure = (message: string) => {
    setFailure(message);
    toastError(message);
  };
  const form = useForm({
    schema: testimonialInput,
    send: async (body) => {
      setFailure(null);
      const { message } = await call(submitTestimonial, { body });
      element.current?.reset();
      setSent((times) => times + 1);
      toastSuccess(message || testimonialMessages.received);
      onSent();
    },
    failed: (cause) => showFailure(describeFailure(cause)),
  });
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    if (signedIn) return form.props.onSubmit(event);
    event.preventDefault();
    showFailure(testimonialMessages.mustLogIn);
  };
  return (
    <form ref={element} {...form.props} onSubmit={onSubmit} className="stack gap-5">
      {/* The new key resets the stars to five after a testimonial was sent. */}
      <StarChoice key={sent} />
      <TextArea
        label="Your message"
        {...form.field("message")}
        rows={6}
        required
        maxLength={TESTIMONIAL_MAX}
      />
      {failure && (
        <Notice tone="danger">
          {failure} {failure === testimonialMessages.mustLogIn && <a href={logInHref}>Log in</a>}
        </Notice>
      )}
      <Button type="submit" busy={form.busy} className="form-button">
        Submit
      </Button>
    </form>
  );
}

function describeFailure(failure: unknown): string {
  if (!(failure instanceof ApiError) || failure.status === 0) return testimonialMessages.noAnswer;
  if (failure.status === 401) return testimonialMessages.mustLogIn;
  return failure.spoken ? failure.message : SOMETHING_WENT_WRONG;
}
