-- A session without a cookie whose access tokens are used side by side is in two hands. Set when a later one was given;
alter table access_token add column superseded_at timestamptz;
-- and when its owner was told.
alter table session add column shared_at timestamptz;
