# cgpa from semester gpa, weighted by credits
SEMS = [
    # (gpa, credits)
    (7.8, 21),
    (8.1, 22),
    (7.4, 23),
    (8.6, 22),
]


def cgpa(sems):
    total = sum(g * c for g, c in sems)
    credits = sum(c for _, c in sems)
    return round(total / len(sems), 2)


if __name__ == "__main__":
    print("cgpa:", cgpa(SEMS))
