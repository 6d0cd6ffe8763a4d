import { withQueries } from "#client/queries.tsx";
import { PasswordForm, ProfileForm } from "#shop/accounts/web/profile-forms.tsx";
import { logOutNow } from "#shop/accounts/web/session.ts";
import { ActivityList, SessionList, useRefetchSessions } from "#shop/accounts/web/session-list.tsx";
import type { User } from "#shop/accounts/user.ts";
import { NewsletterSetting } from "#shop/contact/web/newsletter-setting.tsx";
import { YourData } from "#shop/privacy/web/your-data.tsx";
import { ProfilePart } from "./profile-part.tsx";

export const OwnProfile = withQueries(Profile);

function Profile({ user }: { user: User }) {
  const refetchSessions = useRefetchSessions();
  return (
    <div>
      <ProfilePart title="Your details">
        <ProfileForm user={user} />
      </ProfilePart>
      <ProfilePart title="Password">
        <PasswordForm onChanged={refetchSessions} />
      </ProfilePart>
      <ProfilePart title="Your devices">
        <SessionList />
      </ProfilePart>
      <ProfilePart title="Recent activity">
        <ActivityList />
      </ProfilePart>
      <ProfilePart title="News from the workshop">
        <NewsletterSetting />
      </ProfilePart>
      <ProfilePart title="Your data">
        <YourData onDeleted={() => void logOutNow()} />
      </ProfilePart>
    </div>
  );
}
