import { useState } from "react";
import { links } from "#contract/links.ts";
import type { PageHead } from "#client/head-tags.ts";
import { useSession } from "#shop/accounts/web/session.ts";
import { TestimonialForm } from "#shop/testimonials/web/testimonial-form.tsx";
import { TestimonialsCarousel } from "#shop/testimonials/web/testimonials-carousel.tsx";
import { Notice } from "#ui/notice.tsx";
import { BesidePicture } from "../shell/beside-picture.tsx";

export const head = (): PageHead => ({
  title: "Testimonials",
  description: "Tell others what you think of our pieces, and read what they say.",
});

export function Component() {
  const { user, isRestored } = useSession();
  const [sent, setSent] = useState(0);
  const logInHref = links.logIn(links.feedback);
  return (
    <>
      <BesidePicture
        scene="feedback"
        title="How did we do?"
        lead="Your feedback helps others choose, and helps us make better pieces."
      >
        {/* The text depends on the login, but both versions have a notice here, so the form does not move when the
            session is restored. */}
        <Notice>
          {user === null ? (
            <>
              Testimonials show your name, so please <a href={logInHref}>log{"\u00A0"}in</a> before you write.
            </>
          ) : (
            "Testimonials show your first name and the first letter of your last name."
          )}
        </Notice>
        {/* Until the session is restored, shows the form as if the visitor was logged in. The server checks the login
            when the form is sent. */}
        <TestimonialForm
          signedIn={user !== null || !isRestored}
          logInHref={logInHref}
          onSent={() => setSent((times) => times + 1)}
        />
      </BesidePicture>
      {/* The new key loads the testimonials again, so that the sent one appears at once (D43). */}
      <TestimonialsCarousel key={sent} />
    </>
  );
}
