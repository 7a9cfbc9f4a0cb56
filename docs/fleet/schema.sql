-- Visits of a fleet in PostgreSQL 13 or later, fed by what placed-mqtt publishes. docs/fleet.md
-- tells how. Running it again changes nothing.

CREATE SCHEMA IF NOT EXISTS fleet;

-- One row a visit. `id` is the vehicle's own number of it: the same event twice changes nothing.
CREATE TABLE IF NOT EXISTS fleet.visit (
  vehicle text NOT NULL,
  id bigint NOT NULL,
  -- The place as the vehicle's table names it; NULL where it is not known.
  place text,
  place_source text,
  place_source_id text,
  category text,
  lat double precision NOT NULL CHECK (lat BETWEEN -90 AND 90),
  lon double precision NOT NULL CHECK (lon BETWEEN -180 AND 180),
  -- NULL: it began before the vehicle's first fix.
  arrived_at timestamptz,
  -- NULL: it goes on. Where only an interval is known, its end.
  departed_at timestamptz,
  confirmed boolean NOT NULL,
  inferred boolean NOT NULL,
  PRIMARY KEY (vehicle, id)
);
CREATE INDEX IF NOT EXISTS visit_place ON fleet.visit (place_source, place_source_id, arrived_at);
CREATE INDEX IF NOT EXISTS visit_arrived ON fleet.visit (arrived_at);

-- What could not be understood, to be looked at.
CREATE TABLE IF NOT EXISTS fleet.refused (
  received_at timestamptz NOT NULL DEFAULT now(),
  topic text NOT NULL,
  payload bytea NOT NULL,
  reason text NOT NULL
);

-- Where messages are copied to: the trigger files them, and nothing stays here.
CREATE TABLE IF NOT EXISTS fleet.inbox (topic text NOT NULL, payload bytea NOT NULL);

CREATE OR REPLACE FUNCTION fleet.file() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- placed/VEHICLE/event/KIND
  vehicle text := split_part(NEW.topic, '/', 2);
  kind text := split_part(NEW.topic, '/', 4);
  message jsonb;
  visit jsonb;
BEGIN
  message := convert_from(NEW.payload, 'UTF8')::jsonb;
  visit := message -> 'visit';
  -- A place that was gone through is no visit.
  IF visit IS NULL THEN RETURN NULL; END IF;
  IF (message ->> 'removed')::boolean THEN
    DELETE FROM fleet.visit v WHERE v.vehicle = file.vehicle AND v.id = (visit ->> 'id')::bigint;
    RETURN NULL;
  END IF;
  INSERT INTO fleet.visit AS v VALUES (
    vehicle, (visit ->> 'id')::bigint, visit #>> '{place,name}', visit #>> '{place,source}',
    visit #>> '{place,source_id}', visit #>> '{place,category}', (visit ->> 'lat')::float8,
    (visit ->> 'lon')::float8, (visit ->> 'arrived_at')::timestamptz,
    coalesce(visit ->> 'departed_at', visit #>> '{departed_between,1}')::timestamptz,
    coalesce((visit ->> 'confirmed')::boolean, false),
    coalesce((visit ->> 'inferred')::boolean, false))
  ON CONFLICT (vehicle, id) DO UPDATE SET
    -- An arrival that comes again, late, takes nothing back.
    place = CASE WHEN kind = 'arrived' AND v.departed_at IS NOT NULL THEN v.place
      ELSE excluded.place END,
    place_source = CASE WHEN kind = 'arrived' AND v.departed_at IS NOT NULL THEN v.place_source
      ELSE excluded.place_source END,
    place_source_id = CASE WHEN kind = 'arrived' AND v.departed_at IS NOT NULL
      THEN v.place_source_id ELSE excluded.place_source_id END,
    category = CASE WHEN kind = 'arrived' AND v.departed_at IS NOT NULL THEN v.category
      ELSE excluded.category END,
    lat = excluded.lat, lon = excluded.lon,
    arrived_at = coalesce(excluded.arrived_at, v.arrived_at),
    departed_at = coalesce(excluded.departed_at, v.departed_at),
    confirmed = v.confirmed OR excluded.confirmed, inferred = excluded.inferred;
  RETURN NULL;
EXCEPTION WHEN data_exception OR integrity_constraint_violation THEN
  -- One vehicle that publishes nonsense does not stop the others.
  INSERT INTO fleet.refused(topic, payload, reason) VALUES (NEW.topic, NEW.payload, SQLERRM);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER file BEFORE INSERT ON fleet.inbox
  FOR EACH ROW EXECUTE FUNCTION fleet.file();
